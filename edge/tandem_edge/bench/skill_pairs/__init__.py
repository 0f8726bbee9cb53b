"""Paired tasks: the same request to the same scripted planner, with a skill and without it.

The planner (``reader``) knows no tool and no task. It follows what a loaded skill says to the
letter, and does what the request plainly asks for where no skill speaks of it. So what differs
between two runs of a pair is what the skill says.
"""
