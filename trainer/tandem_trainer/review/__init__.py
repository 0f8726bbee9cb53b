"""Which cases a person has to look at, and what persons have said of them."""
