"""
The fault laboratory: what happens to a book when everything around it fails.

From a seed, phones play parties over a network that drops, doubles, delays, reorders and truncates, at servers that are
killed and whose disks, clocks and databases fail. `machines` is what is under test, `phones` drives it through HTTP.
"""
