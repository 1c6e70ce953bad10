"""Packets per second and added latency, beside a plain forwarder, quarry's bridge and node-minecraft-protocol."""
