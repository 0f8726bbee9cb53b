"""Music, radio, podcasts, video, games."""
