"""Taking writes back: what was done, its inverse, and whether that still restores the phone."""
