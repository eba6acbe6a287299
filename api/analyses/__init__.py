"""The analysis of deals: the processes that compute it, and who may see what."""
