"""What the offline sub-agents can do: ten tasks each, checked by rule on the phone and the report."""
