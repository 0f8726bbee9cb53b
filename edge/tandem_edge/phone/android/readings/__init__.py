"""What can be read off a phone without changing it, by what it is about."""
