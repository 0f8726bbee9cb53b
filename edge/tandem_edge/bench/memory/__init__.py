"""How well a memory finds what was said: frozen conversations with questions and gold turns."""
