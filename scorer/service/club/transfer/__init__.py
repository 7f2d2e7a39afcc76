"""Data that leaves a club or comes in: exports, imports, copies and rehearsals."""
