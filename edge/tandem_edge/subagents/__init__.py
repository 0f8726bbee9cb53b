"""Sub-agents: parts of the work that are handed over whole, behind one session interface."""
