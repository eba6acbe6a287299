"""The figures for monitoring, in the text format of Prometheus.

Only modules of this package import the library, since it chooses at its import whether processes share their figures
(`api.metrics.folder`).
"""
