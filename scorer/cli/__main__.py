"""Run the command line with ``python -m scorer.cli``."""

from . import main

main()
