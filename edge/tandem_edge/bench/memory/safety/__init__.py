"""What the memory survives: kills at any moment, altered files, keys that do not fit."""
