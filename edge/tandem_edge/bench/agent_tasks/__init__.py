"""What the offline sub-agents can do: ten tasks each, checked by rule."""
