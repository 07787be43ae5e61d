"""A network link between a market server and its database, which can be cut: also between a COMMIT and its result."""

import contextlib
import socket
import struct
import threading


class Statements:
    """Reads the messages of a client (https://www.postgresql.org/docs/current/protocol-message-formats.html), which may name a
    statement that it has prepared before."""

    # The codes of requests for TLS and for GSSAPI, after which the first message follows again.
    REQUESTS = {80877103, 80877104}

    def __init__(self):
        self.buffer, self.has_begun, self.prepared = b"", False, {}

    def executed(self, chunk):
        """The statements that the messages which end in this chunk run."""
        self.buffer += chunk
        found = []
        while True:
            start = 1 if self.has_begun else 0
            if len(self.buffer) < start + 4:
                return found
            end = start + struct.unpack_from("!I", self.buffer, start)[0]
            if len(self.buffer) < end:
                return found
            kind, body, self.buffer = self.buffer[:start], self.buffer[start + 4:end], self.buffer[end:]
            if not self.has_begun:
                self.has_begun = struct.unpack_from("!I", body)[0] not in self.REQUESTS
            elif kind == b"P":
                name, sql, _ = body.split(b"\0", 2)
                self.prepared[name] = sql
            elif kind == b"B":
                found.append(self.prepared.get(body.split(b"\0", 2)[1], b""))
            elif kind == b"Q":
                found.append(body.rstrip(b"\0"))


class Link:
    """Copies bytes both ways between the clients of `port` and the server at `target`, as its mode says.

    pass     copies
    refuse   resets new connections
    silent   copies nothing and closes nothing: packets that are lost. What was sent meanwhile arrives when it passes again

    `cut()` resets all connections. `at_commit` is what happens to the next COMMIT of a writing transaction, once:

    before   the connection is reset, and the database never gets the COMMIT
    after    the database commits, and the connection is reset before its result arrives
    held     the database commits, and nothing arrives any more from it over this connection

    `full` is how many new connections are answered like those of a server that has no place for them.

    With `at_settling` the next statement that finds out about a COMMIT is executed, and its result is lost in the same way."""

    def __init__(self, target):
        self.target, self.at_commit, self.at_settling = target, None, False
        self.lock, self.open = threading.Lock(), set()
        self.passes, self.refuses, self.full = threading.Event(), False, 0
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
            elif self.full > 0:
                self.full -= 1
                threading.Thread(target=answer_full, args=(client,), daemon=True).start()
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
        # It was accepted before new ones were refused, and added after all were cut.
        if self.refuses:
            connection.reset()
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
        self.reads_only, self.fault = False, None
        self.statements = Statements()

    def copy_statements(self):
        with contextlib.suppress(OSError):
            while chunk := self.client.recv(1 << 16):
                self.link.passes.wait()
                for sql in self.statements.executed(chunk):
                    if sql.startswith(b"BEGIN"):
                        self.reads_only = b"READ ONLY" in sql
                    if sql == b"COMMIT" and not self.reads_only:
                        self.fault = self.link.take_fault()
                        if self.fault == "before":
                            return self.reset()
                    if sql.startswith(b"INSERT INTO operation") and b"ON CONFLICT" in sql and self.link.take_settling():
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


def answer_full(client):
    """Reads what a connection begins with, and answers that there is no place for it."""
    with contextlib.suppress(OSError, struct.error), client:
        while struct.unpack("!II", client.recv(8, socket.MSG_WAITALL))[1] in Statements.REQUESTS:
            client.sendall(b"N")
        fields = b"SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0"
        client.sendall(b"E" + struct.pack("!I", len(fields) + 4) + fields)
        # What it has sent besides is read: otherwise the system resets the connection, and the answer is lost.
        client.shutdown(socket.SHUT_WR)
        while client.recv(4096):
            pass
