"""What the tests of the wire share: a reactor in a thread, proxies in it, and peers that speak raw bytes."""
