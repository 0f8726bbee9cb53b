"""The way to one phone: every call under a deadline of our own."""
