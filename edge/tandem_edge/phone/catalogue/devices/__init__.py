"""Watches, earbuds, televisions, cars and other phones."""
