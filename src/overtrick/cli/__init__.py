"""The command line: each command parses, asks the desk and prints."""
