"""What the phone shows and how loud it is."""
