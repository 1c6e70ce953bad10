"""Minds and bodies of companions: pure simulation, without a socket."""
