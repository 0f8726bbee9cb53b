"""The only part of the screens that opens the edge."""
