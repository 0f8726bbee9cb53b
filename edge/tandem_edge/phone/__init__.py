"""The phone: its tools, and the worlds that carry them out behind one protocol."""
