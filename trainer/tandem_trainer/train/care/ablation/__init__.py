"""The ablation on a laptop: tiny policies, the same trainer, rewards, harness and sandbox phone.

Only the size of the policy and how prompts are written differ from a real run.
"""
