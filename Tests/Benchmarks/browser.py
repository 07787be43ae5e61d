#!/usr/bin/env python3
"""Measures the pages of `market serve` in Chromium, over a store with a million items.

    browser.py MILLION.db

The newest 2,000 items get an image, and the first 20 of them a photo of its own. Needs Debian's chromium, chromium-driver and
nginx-light. The largest paint is compared with that of the same bytes from nginx, in alternating turns, also as a slow phone
has it: 1.6 Mbit/s, 150 ms, and a processor of a fourth.
"""

import contextlib
import http.client
import json
import pathlib
import shutil
import socket
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib

TURNS = 15
# A page has 20 rows.
PAGES = 100

# Collects what Chromium reports, from before the first byte of a page.
OBSERVERS = """
  window.seen = {paint: 0, shift: 0, longest: 0, rows: []};
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({type, buffered: true});
  observe('largest-contentful-paint', (entry) => seen.paint = entry.startTime);
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  observe('longtask', (entry) => seen.longest = Math.max(seen.longest, entry.duration));
"""

# Notes how long the rows take to be drawn after the link to more of them is pressed.
CLOCK = """
  const rows = document.getElementsByClassName('card');
  const drawn = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  document.getElementById('next').addEventListener('click', async () => {
    const count = rows.length, start = performance.now();
    while (rows.length === count) await new Promise((next) => setTimeout(next));
    await drawn();
    seen.rows.push(performance.now() - start);
  }, {capture: true});
"""


def report(label, figures, value, unit, limit):
    misses = "   misses" if value > limit else ""
    print(f"{label:<38} {figures:<34} {value:7.2f}{unit:<4} (at most {limit:g}){misses}", flush=True)


class Browser:
    """A window of Chromium, driven over WebDriver."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        self.path = ""
        for _ in range(200):
            with contextlib.suppress(OSError):
                self.send("GET", "/status")
                break
            time.sleep(0.05)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--lang=en-US"]}
        session = self.send("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "timeouts": {"script": 60_000}}}})
        self.path = f"/session/{session['sessionId']}"
        self.developer("Page.addScriptToEvaluateOnNewDocument", source=OBSERVERS)
        self.developer("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)

    def send(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        with contextlib.closing(connection):
            connection.request(method, self.path + path, None if body is None else json.dumps(body))
            value = json.load(connection.getresponse())["value"]
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(value["message"])
        return value

    def developer(self, command, **parameters):
        return self.send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, url):
        self.send("POST", "/url", {"url": url})

    def run(self, script, *values):
        return self.send("POST", "/execute/sync", {"script": script, "args": values})

    def wait(self, script, *values):
        return self.send("POST", "/execute/async", {"script": script, "args": values})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(Exception):
            self.send("DELETE", "")
        self.process.terminate()
        self.process.wait()


def photo(seed, side=1200):
    """A PNG without even surfaces, as a camera's."""
    def line(y):
        return b"\0" + bytes(component for x in range(side) for component in (
            (x * 255 // side + seed * 12) & 255, (x * y // 512 + seed) & 255, y * 255 // side))

    def chunk(name, contents):
        return struct.pack(">I", len(contents)) + name + contents + struct.pack(">I", zlib.crc32(name + contents))

    rows = b"".join(line(y) for y in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def add_photos(store):
    with contextlib.closing(sqlite3.connect(store)) as database, database:
        last, = database.execute("SELECT max(item_id) FROM image").fetchone()
        database.execute("UPDATE image SET bytes = (SELECT bytes FROM image WHERE id = 1) WHERE item_id > ?",
                         (last - 20 * PAGES - 20,))
        for seed in range(20):
            database.execute("UPDATE image SET bytes = ?, format = 'png', width = 1200, height = 1200 WHERE item_id = ?",
                             (photo(seed), last - seed))


@contextlib.contextmanager
def nginx(browser, url):
    """The address of an nginx with the bytes of a page and of all that it loads."""
    visit(browser, url)
    origin = "/".join(url.split("/")[:3])
    paths = [url[len(origin):]] + browser.run(
        "return performance.getEntriesByType('resource').map((entry) => entry.name.slice(arguments[0].length))", origin)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        files, places = "", ""
        # An event stream has no end.
        for number, path in enumerate(sorted({path for path in paths if "changes" not in path})):
            request = urllib.request.Request(origin + path, headers={"Accept": "text/html, */*", "Accept-Encoding": "gzip"})
            with urllib.request.urlopen(request) as response:
                (folder / f"f{number}").write_bytes(response.read())
                coding = response.headers["Content-Encoding"]
                files += f'"{path}" /f{number};'
                places += f"""location = /f{number} {{
                  default_type "{response.headers['Content-Type']}"; add_header Cache-Control no-cache;
                  {f'add_header Content-Encoding {coding};' if coding else ''} }}"""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        (folder / "nginx.conf").write_text(f"""
          daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}
          http {{ access_log off; sendfile on; types {{}} map_hash_bucket_size 512; map $request_uri $file {{ default /none; {files} }}
            server {{ listen 127.0.0.1:{port}; root {folder}; {places} location / {{ rewrite ^ $file last; }}
              location = /none {{ return 404; }} }} }}""")
        process = subprocess.Popen([shutil.which("nginx") or "/usr/sbin/nginx", "-c", folder / "nginx.conf"])
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}{paths[0]}"
        finally:
            process.terminate()
            process.wait()


@contextlib.contextmanager
def market(store):
    process = subprocess.Popen(["market", "serve", "--port", "0", "--store", store], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    try:
        yield process.stdout.readline().split()[-1].rstrip("/")
    finally:
        process.terminate()
        process.wait()


def visit(browser, url, seconds=0.5):
    """Opens a page as on a first visit; what Chromium has seen so many seconds later, and the requests besides images."""
    browser.open("about:blank")
    browser.developer("Network.clearBrowserCache")
    browser.open(url)
    time.sleep(seconds)
    return browser.run("""
      const entries = performance.getEntriesByType('resource')
        .filter((entry) => entry.initiatorType !== 'img' && !/icon|changes/.test(entry.name));
      return {...seen, requests: 1 + entries.length};
    """)


def first_paint(browser, url, other):
    turns = []
    for _ in range(TURNS + 1):
        turns.append((visit(browser, url), visit(browser, other)["paint"]))
    # The first turn makes the thumbnails.
    mine = [turn[0] for turn in turns[1:]]
    paint, theirs = statistics.median(seen["paint"] for seen in mine), statistics.median(turn[1] for turn in turns[1:])
    report("largest paint, cold : nginx", f"{paint:.0f} ms : {theirs:.0f} ms", paint / theirs, "", 1.1)
    report("  requests besides images", "", max(seen["requests"] for seen in mine), "", 3)
    report("  layout shift", "", max(seen["shift"] for seen in mine), "", 0)
    report("  longest task, 0 below 50 ms", "", max(seen["longest"] for seen in mine), " ms", 50)


def slow_paint(browser, url, other):
    """As a slow phone has it."""
    browser.developer("Emulation.setCPUThrottlingRate", rate=4)
    browser.developer("Network.enable")
    browser.developer("Network.emulateNetworkConditions", offline=False, latency=150, downloadThroughput=200_000,
                      uploadThroughput=96_000)
    turns = [[visit(browser, address, 4)["paint"] for address in (url, other)] for _ in range(TURNS)]
    paint, theirs = map(statistics.median, zip(*turns))
    report("largest paint, slow phone : nginx", f"{paint:.0f} ms : {theirs:.0f} ms", paint / theirs, "", 1.1)
    browser.developer("Emulation.setCPUThrottlingRate", rate=1)
    browser.developer("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1,
                      uploadThroughput=-1)


def press(browser, key, code, **more):
    for kind in ("keyDown", "keyUp"):
        browser.developer("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)


def scroll(browser, url):
    """Asks for more rows by the keyboard, at the end of the list, again and again."""
    browser.open(url)
    for _ in range(2):
        press(browser, "End", 35)
        time.sleep(1)
    browser.run(CLOCK)
    count = 0
    while browser.run("return document.getElementsByClassName('card').length") < 20 * PAGES:
        browser.run("document.getElementById('next').focus()")
        # The next rows are fetched ahead meanwhile, as they are while someone reads the last four.
        time.sleep(0.1)
        press(browser, "Enter", 13, text="\r")
        count += 1
        while browser.run("return seen.rows.length") < count:
            time.sleep(0.01)
    seen = browser.run("return seen")
    rows = seen["rows"]
    early, late = statistics.median(rows[:10]), statistics.median(rows[-10:])
    report("20 rows behind row 1,800 : behind 60", f"{late:.1f} ms : {early:.1f} ms", late / early, "", 1.3)
    report("  longest task, 0 below 50 ms", "", seen["longest"], " ms", 50)
    report("  layout shift", "", seen["shift"], "", 0)


def prefetch(browser, url):
    """Milliseconds from pointing at a link to the request of its page."""
    browser.open("about:blank")
    browser.open(url)
    time.sleep(1)
    x, y, address = browser.run("""
      const link = document.querySelector('#items a'), box = link.closest('li').getBoundingClientRect();
      window.pointed = 0;
      addEventListener('pointerover', (event) => { if (event.target.closest('a') === link) pointed ||= performance.now(); });
      return [box.x + box.width / 2, box.y + box.height / 2, link.href];
    """)
    for place in ((2, 2), (x, y)):
        browser.developer("Input.dispatchMouseEvent", type="mouseMoved", x=place[0], y=place[1])
    time.sleep(2)
    delay = browser.run("""
      const entry = performance.getEntriesByName(arguments[0])[0];
      return entry ? entry.startTime - pointed : 1e9;
    """, address)
    report("prefetch after pointing at a link", "", delay, " ms", 120)


add_photos(sys.argv[1])
with market(sys.argv[1]) as address, Browser() as browser:
    with nginx(browser, address + "/") as other:
        first_paint(browser, address + "/", other)
        slow_paint(browser, address + "/", other)
    prefetch(browser, address + "/")
    scroll(browser, address + "/")
