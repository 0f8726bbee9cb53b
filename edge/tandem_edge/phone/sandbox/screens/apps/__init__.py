"""The apps that have screens: a file each, with an ``APP``."""
