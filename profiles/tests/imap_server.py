"""A real IMAP server (pymap, in memory) in a thread of its own; each test finds its mailbox empty."""

import asyncio
import socket
import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import cache

from pymap.backend.dict import DictBackend
from pymap.imap import IMAPService

from profiles.models import Mailbox, Rep

USER, PASSWORD = "rae@seller.example.com", "quiet harbour lamp"


class Server:
    """Started once, ended with the process."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
        self.loop, ready = asyncio.new_event_loop(), threading.Event()
        self.tasks: set[asyncio.Task] = set()
        self.loop.set_task_factory(self.kept_task)
        self.thread = threading.Thread(target=lambda: self.loop.run_until_complete(self.serve(ready)), daemon=True)
        self.thread.start()
        assert ready.wait(20), "the IMAP server did not start"

    def kept_task(self, loop, work, **options) -> asyncio.Task:
        """A loop holds its tasks weakly, and pymap keeps none of its connections: the garbage collector would end them."""
        task = asyncio.Task(work, loop=loop, **options)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def serve(self, ready: threading.Event) -> None:
        nothing = dict.fromkeys(("cert", "key", "passlib_cfg", "inherited_sockets", "proxy_protocol"))
        args = Namespace(host="127.0.0.1", port=self.port, debug=False, tls=False, demo_data=False, **nothing)
        args.demo_user, args.demo_password = USER, PASSWORD
        self.backend, self.config = await DictBackend.init(args, invalid_user_sleep=0, reject_dnsbl=False)
        self.config.apply_context()
        async with AsyncExitStack() as stack:
            await self.backend.start(stack)
            await IMAPService(self.backend, self.config).start(stack)
            ready.set()
            await asyncio.Event().wait()

    async def empty(self, folders: tuple[str, ...]) -> None:
        self.config.set_cache.clear()
        async with self.backend.login.demo_user_identity.new_session() as session:
            for name in folders:
                await session.mailbox_set.add_mailbox(name)


the_server = cache(Server)


@contextmanager
def imap_server(folders: tuple[str, ...] = ("Drafts", "Sent")) -> Iterator[int]:
    """The port of a server with an empty mailbox for ``USER``."""
    server = the_server()
    asyncio.run_coroutine_threadsafe(server.empty(folders), server.loop).result(20)
    yield server.port


def make_mailbox(rep: Rep, port: int, **fields) -> Mailbox:
    values = {"host": "127.0.0.1", "port": port, "security": "none", "user": USER, "password": PASSWORD}
    return Mailbox.objects.create(rep=rep, **{**values, **fields})
