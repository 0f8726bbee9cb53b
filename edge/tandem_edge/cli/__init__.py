"""The edge's commands, one file a noun. ``tandem_tui.main`` hands over to them."""
