"""The agent beside the phone: planner, harness, phone, memory. Enter by ``tandem_edge.facade``."""
