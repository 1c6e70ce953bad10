"""An embedded world to try Hearthkin in: a small island, served by our own server."""
