"""Apps, files and the room they take."""
