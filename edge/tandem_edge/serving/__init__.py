"""The planner, and the whole agent, behind an OpenAI-compatible endpoint."""
