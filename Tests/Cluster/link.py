"""A network link between a market server and its database, which can be cut: also between a COMMIT and its result."""

import contextlib
import socket
import struct
import threading


# The message that executes a statement, with all of its rows.
EXECUTE = b"E\0\0\0\x09\0\0\0\0\0"


class Link:
    """Copies bytes both ways between the clients of `port` and the server at `target`, as its mode says.

    pass     copies
    refuse   resets new connections
    silent   copies nothing and closes nothing: packets that are lost. What was sent meanwhile arrives when it passes again

    `cut()` resets all connections. `at_commit` is what happens to the next COMMIT of a writing transaction, once:

    before   the connection is reset, and the database never gets the COMMIT
    after    the database commits, and the connection is reset before its result arrives
    held     the database commits, and nothing arrives any more from it over this connection

    With `at_settling` the next statement that finds out about a COMMIT is executed, and its result is lost in the same way."""

    def __init__(self, target):
        self.target, self.at_commit, self.at_settling = target, None, False
        self.lock, self.open = threading.Lock(), set()
        self.passes, self.refuses = threading.Event(), False
        self.passes.set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def set(self, mode):
        self.refuses = mode == "refuse"
        self.passes.clear() if mode == "silent" else self.passes.set()

    def cut(self):
        with self.lock:
            connections = list(self.open)
        for connection in connections:
            connection.reset()

    def close(self):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.set("pass")
        self.cut()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.refuses:
                reset(client)
            else:
                threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        self.passes.wait()
        try:
            server = socket.create_connection(("127.0.0.1", self.target), timeout=10)
        except OSError:
            return reset(client)
        server.settimeout(None)
        for each in (client, server):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(self, client, server)
        with self.lock:
            self.open.add(connection)
        threading.Thread(target=connection.copy_responses, daemon=True).start()
        connection.copy_statements()
        with self.lock:
            self.open.discard(connection)

    def take_fault(self):
        """The fault of a COMMIT that is passing."""
        with self.lock:
            fault, self.at_commit = self.at_commit, None
            return fault

    def take_settling(self):
        with self.lock:
            is_taken, self.at_settling = self.at_settling, False
            return is_taken


class Connection:
    def __init__(self, link, client, server):
        self.link, self.client, self.server = link, client, server
        self.reads_only, self.settles, self.fault = False, False, None

    def copy_statements(self):
        with contextlib.suppress(OSError):
            while chunk := self.client.recv(1 << 16):
                self.link.passes.wait()
                if b"READ ONLY" in chunk:
                    self.reads_only = True
                if b"COMMIT\0" in chunk:
                    self.fault = None if self.reads_only else self.link.take_fault()
                    self.reads_only = False
                    if self.fault == "before":
                        return self.reset()
                self.settles = self.settles or b"INSERT INTO operation" in chunk and b"ON CONFLICT" in chunk
                if self.settles and EXECUTE in chunk and self.link.take_settling():
                    self.fault = "after"
                self.server.sendall(chunk)
        self.reset()

    def copy_responses(self):
        with contextlib.suppress(OSError):
            while chunk := self.server.recv(1 << 16):
                self.link.passes.wait()
                # The database has committed: it answers after that.
                if self.fault == "after":
                    return self.reset()
                if self.fault != "held":
                    self.client.sendall(chunk)
        self.reset()

    def reset(self):
        reset(self.client)
        with contextlib.suppress(OSError):
            self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()


def reset(connection):
    """Closes with RST in place of FIN."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        # A thread that is blocked in recv(2) would keep the connection open.
        connection.shutdown(socket.SHUT_RD)
    connection.close()
