"""MCP servers (Model Context Protocol, revisions 2024-11-05 to 2026-07-28) as providers of tools.

The official SDK speaks the protocol; this room decides what is believed, offered and sent.
"""
