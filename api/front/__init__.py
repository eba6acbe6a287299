"""The front of the site: what keeps a slow client, or a page that costs much, from stopping whoever records.

Flask works in threads, and a thread that waits for a slow client is lost to everybody else. So a request goes through
the front on an event loop, and has a thread only while it is worked on:

1. `readers` says whose request it is: a token or a session that was good before, else an address.
2. `bodies` reads the whole body, bounded in size, in time and in number for each reader.
3. `turns` lets four requests of a process be worked on at once. The others wait in a line for each reader; the lines
   take turns, and one turn is kept for readers who signed in. Who waits too long is refused with 503.
4. `application` has Flask answer in a thread, and sends the answer. A stream has a thread of its own.

Routes that are not ordinary declare it (`kinds`): a light one has turns of its own, since it needs no database; a heavy
one is answered by a process of its own (`heavy`). A refused request is kept waiting for a second, so that a client
that asks again at once costs little.
"""
