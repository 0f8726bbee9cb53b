"""Planners: what chooses the next action. All of them answer one ``Prompt`` with one text."""
