"""Trains the ranker of the memory's search on conversations that are made up here.

``python -m tandem_trainer.memory_ranker`` writes the model that ships with the edge. No benchmark
and nobody's own talk is ever read: topics, wordings and names are all in this folder.
"""
