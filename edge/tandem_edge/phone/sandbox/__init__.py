"""A deterministic phone in memory: typed tables, a journal of every write, a clock."""
