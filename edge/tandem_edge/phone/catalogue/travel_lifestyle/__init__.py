"""Ways, weather, health, home and shopping."""
