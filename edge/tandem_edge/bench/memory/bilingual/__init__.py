"""Everyday conversations in English and Chinese, with questions and the turns that answer them.

One text file a conversation, in the form that ``FORMAT.md`` describes and ``reading`` checks.
"""
