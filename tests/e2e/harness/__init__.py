"""What the end-to-end tests stand on: real peers, Hearthkin itself, and ways to ask them things."""
