"""Where a model's bytes can be had, one file a kind. Nothing here decides what to trust."""
