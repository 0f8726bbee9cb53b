"""Collecting rollouts: a policy tries tasks under a harness, and every attempt is kept."""
