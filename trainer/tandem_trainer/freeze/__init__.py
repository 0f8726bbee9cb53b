"""Approved proposals become data sets that never change and know where each example is from."""
