"""Finding what was said: candidates, signals, a small learned ranker, plans, evidence.

Nothing here knows a database: a ``Source`` (``search``) hands in candidates and statistics.
"""
