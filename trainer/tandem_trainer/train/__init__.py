"""Training: cold start and reinforcement learning. PyTorch is imported in here and nowhere else."""
