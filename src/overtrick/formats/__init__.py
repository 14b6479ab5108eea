"""Files in and out: recognised by content, read into events with a list of problems, never a traceback."""
