"""nginx with the configuration that the documentation shows, in front of a server at a Unix domain socket."""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import time

from served import ROOT, Endpoint

MISSING = "'nginx' or 'openssl' is not installed (on Debian: apt-get install nginx-light openssl)"


def program():
    """The path of nginx; None where it or openssl is not installed."""
    return shutil.which("openssl") and (shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin"))


def example():
    """The block of configuration in the documentation."""
    for page in (".github/DEPLOYMENT.md", "README.md"):
        if found := re.search(r"^```nginx\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S):
            return found[1]
    raise FileNotFoundError("no page shows a configuration of nginx")


class Nginx(Endpoint):
    """Listens with TLS, as market.example, and passes requests to `market serve` at a socket below its folder."""

    host = "market.example"

    def __init__(self, case, *options):
        self.folder = pathlib.Path(case.folder / "nginx")
        self.folder.mkdir()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.server = case.serve(
            self.folder / "market.db", "--public-url", f"https://{self.host}:{self.port}", "--trusted-proxy", *options,
            socket=self.folder / "market.sock", is_quiet=False)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={self.host}",
             "-addext", f"subjectAltName=DNS:{self.host}", "-keyout", self.folder / "key.pem", "-out",
             self.folder / "cert.pem"], check=True, capture_output=True)
        self.context = ssl.create_default_context(cafile=self.folder / "cert.pem")
        self.write_configuration()
        # As root, nginx would serve as another user, which the folder keeps out.
        self.process = subprocess.Popen(
            [program(), "-c", self.folder / "nginx.conf", "-e", self.folder / "nginx.log"], stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        case.cleanup.callback(self.stop)
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                break
            time.sleep(0.05)

    def write_configuration(self):
        block = example()
        for example_value, value in [
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("/etc/ssl/market.example.pem", self.folder / "cert.pem"),
            ("/etc/ssl/market.example.key", self.folder / "key.pem"),
            ("/run/market.sock", self.folder / "market.sock"),
        ]:
            block = block.replace(example_value, str(value))
        (self.folder / "nginx.conf").write_text(
            ("user root;" if os.getuid() == 0 else "")
            + f"daemon off; pid {self.folder}/nginx.pid; events {{}} http {{ access_log off; "
            f"client_body_temp_path {self.folder}/body; proxy_temp_path {self.folder}/proxy;\n{block}}}")

    def connect(self, *arguments, **settings):
        connection = super().connect(*arguments, **settings)
        try:
            return self.context.wrap_socket(connection, server_hostname=self.host)
        except OSError:
            connection.close()
            raise

    def memory(self):
        return self.server.memory()

    def stop(self):
        self.process.terminate()
        self.process.wait()
