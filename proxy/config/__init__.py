"""The configuration file: its model, its checks and the commented one a first run writes."""

from proxy.config.load import ConfigError, load, load_or_create
from proxy.config.model import Config, NpcConfig
from proxy.wire.address import Address

__all__ = ["Address", "Config", "ConfigError", "NpcConfig", "load", "load_or_create"]
