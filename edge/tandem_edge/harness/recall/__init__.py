"""Which tools a request may need.

Words alone (``Recall``) are always there; with the embedder, meaning joins in (``opening``).
"""

from tandem_edge.harness.recall.keywords import Recall, language_of, terms

__all__ = ["Recall", "language_of", "terms"]
