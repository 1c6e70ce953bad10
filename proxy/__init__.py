"""The wire: the only package that knows Twisted, quarry and packet layouts."""
