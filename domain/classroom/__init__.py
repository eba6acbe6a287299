"""Classes: pupils work through a lesson together. Nicknames and single answers are never in events."""
