"""The trainer's commands, one file a noun."""
