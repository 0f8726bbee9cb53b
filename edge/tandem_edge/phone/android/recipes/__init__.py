"""How a phone does each tool: a folder a domain, a file a family, as in the catalogue."""
