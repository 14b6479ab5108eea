"""The home table: deals as people write them, house rules, history, players, stakes and ledger."""
