"""The screens. They know ports; only ``wiring`` opens the edge."""
