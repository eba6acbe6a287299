"""A record book of any size, for measurements: real events, lists and log, as a federation leaves them in ten years.

``python -m benchmarks.book FOLDER --deals N`` fills a new folder. Bots play matches on all cores (`templates`). Copies
of a match get their own ids, times, club, table and players (`copies`), and are written with COPY (`writing`). So a
copy differs from its template in everything but the cards and the acts; ``--distinct`` says how many deals are played.
"""
