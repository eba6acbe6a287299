"""A whole evening of the record book on a simulated clock, network and store, with faults drawn from a seed.

The real ledger, event recorder, follower, hub and log keeper run; Postgres, the network and the clients are models. The
same seed gives the same evening in every process. `python -m simulation --help`; docs/simulation.md explains it.
"""
