"""The audit of a deal as JSON, with sentences."""
