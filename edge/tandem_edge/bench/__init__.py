"""Measuring the agent: anyone who changes it can see what the change did."""
