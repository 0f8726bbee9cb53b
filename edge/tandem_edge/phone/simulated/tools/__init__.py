"""Long-tail tools, one file a service. Found by discovery, like the sandbox's families."""
