"""The games, the record book and tournaments, without web or SQL.

`engine` and `games` hold the rules and import only the standard library. `ledger` saves the aggregates of the other
packages as events and carries out their commands.
"""
