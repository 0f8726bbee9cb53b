"""Texts as vectors: one small bilingual model that every room may use."""
