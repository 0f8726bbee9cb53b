"""Calls, messages and the people behind them."""
