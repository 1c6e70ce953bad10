"""Clients and servers: how they open, log in, and are bridged."""
