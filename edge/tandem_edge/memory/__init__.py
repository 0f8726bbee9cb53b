"""What Tandem remembers: raw turns kept as they were said, and what was made of them."""
