"""Text that gives orders: can it make the agent write, send or change a rule unasked."""
