"""What is told to a person, in the language that they read: English, or Chinese."""
