"""The results of tables: entered, confirmed, corrected, and checked."""
