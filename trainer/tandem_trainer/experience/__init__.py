"""The experience store: what is synced, made and decided, kept under names that are its content."""
