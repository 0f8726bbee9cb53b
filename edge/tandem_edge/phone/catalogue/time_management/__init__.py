"""Alarms, countdowns, calendars: what happens when."""
