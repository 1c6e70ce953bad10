"""Layouts of 1.8 to 1.12.2 that later versions dropped, by topic."""
