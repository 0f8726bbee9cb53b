"""What may act without being asked about, and what the owner has allowed."""
