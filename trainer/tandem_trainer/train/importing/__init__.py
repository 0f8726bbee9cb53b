"""From a GGUF file or a hub folder to weights that can be trained, tokenised as the edge does."""
