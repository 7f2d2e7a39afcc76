"""A scorekeeper and league book for Piquet played with real cards.

Layers, each of which may import only those to its right::

    web, cli -> service -> storage -> table, ledger -> rules
"""

__version__ = "0.2.0"
