"""Standings made visible: text, JSON, CSV, SVG and pages for the wall. Reports read results and never work them out."""
