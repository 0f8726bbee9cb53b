"""Tasks as they were written, a folder a split."""
