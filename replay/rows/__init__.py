"""Deals as rows for analysts: four kinds of rows, one module for each, and their columns.

`replay.rows.kinds` lists the kinds. Parquet files, `Table.rows` and docs/data.md all follow the columns defined here.
"""
