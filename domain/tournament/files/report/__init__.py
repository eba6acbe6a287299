"""Report files: a tournament as FIDE's Tournament Report File (TRF16), with the codes that pairing programs add.

- FIDE Handbook, "Format of TRF (Tournament Report File)", 2015: 001, 012 to 132.
- JaVaFo Pairing Engine, Advanced User Manual: XXR, XXZ, XXS, XXA and XXP.
- TRF26 (FIDE, 2025): 240, byes of rounds that are not drawn yet, and comments, which begin with ``###``.
- bbpPairings, README: BBW, BBD, BBL, BBU and BBF.

docs/tournaments.md, "Report files", says what a file holds of a tournament and what it cannot hold.
"""
