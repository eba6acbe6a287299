"""`python -m scripts.client` writes the modules of the clients, if the API is newer."""

from scripts.client import bring_up_to_date

bring_up_to_date()
