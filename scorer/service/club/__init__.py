"""A club's use cases, in rooms, each of which may import only those to its right::

    transfer -> desk -> audit -> disputes -> posting -> seasons -> people

On the ground, for all of them: `credentials`, who acts, and `posts`, how an entry is posted.
`services` puts them together. Each verb is one transaction that writes an entry and its
projections.
"""
