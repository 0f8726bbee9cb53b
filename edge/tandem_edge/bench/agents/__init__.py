"""Agents that stand in for a planner: the oracle and its mutants, and the simplest baselines."""
