"""Tools of strangers (MCP servers, clients of the endpoint) in the catalogue's form."""
