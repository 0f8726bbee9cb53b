"""A guard of general ability: training for tools must not eat the rest."""
