"""Every tool with an inverse: done, undone, and the phone compared."""
