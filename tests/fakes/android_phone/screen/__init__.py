"""What is on the phone's screen, and what touching it does."""
