"""The sub-agents that ship: a file each."""
