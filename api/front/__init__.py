"""The front of the site, an event loop before Flask, so that slow clients and slow pages do not delay recorders.

Flask works in threads, and a thread that waits for a slow client cannot serve others. So the event loop handles each
request, which has a thread only while Flask works on it:

1. `readers` identifies the reader: a token or a session that was valid before, else an address.
2. `bodies` reads the whole body, bounded in size, in time and in number for each reader.
3. `turns` lets Flask work on four requests of a process at once. The others wait in a queue for each reader; the queues
   take turns, and one turn is reserved for readers who have signed in. A request that waits too long gets a 503.
4. `application` runs Flask in a thread and sends the answer. `streams` makes the texts of all streams in one thread.

Other routes than ordinary ones declare their kind (`kinds`): a light route has turns of its own, since it needs no
database; another process answers a heavy one (`heavy`). The answer to a refused request is delayed by a second, so that
a client that repeats it at once costs little.
"""
