"""A world for services that nobody can program: a language model answers, within a schema.

What the model says is data about a third party's service. It is checked against the tool's own
schema when it arrives, and a whole trajectory against itself (``validate``) before it may count.
"""
