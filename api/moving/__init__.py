"""Clubs that move from one server to another: written into a file, received, shut here and opened there."""
