"""Lessons as pupils read them: positions hidden for a seat, questions and their right answers, files."""
