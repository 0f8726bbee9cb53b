"""How a phone does the tools of this domain."""
