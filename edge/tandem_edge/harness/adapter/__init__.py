"""The scenario adapter: guidance compiled ahead of time, and filtered by the tools at hand."""
