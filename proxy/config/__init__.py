"""The configuration file: its model, its checks and the commented one a first run writes."""

from proxy.address import Address
from proxy.config.load import ConfigError, load, load_or_create
from proxy.config.model import Config, NpcConfig

__all__ = ["Address", "Config", "ConfigError", "NpcConfig", "load", "load_or_create"]
