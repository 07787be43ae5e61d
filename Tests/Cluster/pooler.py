"""The configuration of pgbouncer in transaction mode, on loopback."""

import socket

POOLER = """
[databases]
market = host=127.0.0.1 port={database} dbname=market
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users.txt
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
logfile =
"""


def reaches(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False
