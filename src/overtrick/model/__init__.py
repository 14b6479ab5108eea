"""The nouns: frozen values that pass between rooms, with no arithmetic of the game."""
