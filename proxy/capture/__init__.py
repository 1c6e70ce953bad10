"""Sessions on disk: recording, reading, replaying, playing to a client, and taking names out.

The container is ReplayMod's ``.mcpr``, see :mod:`proxy.capture.container`.
"""
