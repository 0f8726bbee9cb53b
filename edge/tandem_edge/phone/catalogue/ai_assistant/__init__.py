"""The assistant's own work: routines, translations, summaries."""
