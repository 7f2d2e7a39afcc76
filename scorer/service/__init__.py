"""The use cases that the web and the command line share."""
