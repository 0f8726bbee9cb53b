"""CARE (arXiv 2608.23035): reinforcement learning that rewards progress on what is hard and
thrift on what is mastered, with the group's advantage calibrated for the latter."""
