"""From a trained checkpoint to a file that the edge runs, and proof that it acts the same."""
