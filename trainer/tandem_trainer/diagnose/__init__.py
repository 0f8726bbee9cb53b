"""What a policy can do and cannot, and what the next data set should therefore be."""
