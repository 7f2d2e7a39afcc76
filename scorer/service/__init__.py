"""The use cases, one verb each, that the pages and the command line share."""
