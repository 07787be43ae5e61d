"""A clock for limits in seconds. It counts what the machine could do in a time rather than the time, so that a slow
machine, or one whose processors the host gives to others, changes no result.

A process on each processor repeats a small piece of work and a pause. Work that takes longer than on the machine where
the limits were set, and pauses that end late, make the clock slow; the wait for a processor that other processes of this
machine use does not, for that is what an attack may cause. The clock is never faster than time."""

import bisect
import collections
import os
import statistics
import subprocess
import sys
import time

# Seconds that `work` takes on the machine where the limits were set, and the pause after it.
REFERENCE = 0.001
PAUSE = 0.03

samplers = []


def work():
    total = 0
    for number in range(50_000):
        total += number


def waited():
    """How long this process has waited for a processor that others used, in seconds (proc(5), schedstat)."""
    with open("/proc/self/schedstat") as file:
        return int(file.read().split()[1]) / 1e9


def sample(processor):
    """Prints the time and the time on this clock, until the parent process ends."""
    os.sched_setaffinity(0, [processor])
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    except PermissionError:
        # The waits that result are measured.
        pass
    parent, counted, recent = os.getppid(), 0.0, collections.deque(maxlen=15)
    begin = time.perf_counter()
    print(begin, counted, flush=True)
    while os.getppid() == parent:
        before = waited()
        time.sleep(PAUSE)
        start, between = time.perf_counter(), waited()
        work()
        end, after = time.perf_counter(), waited()
        worked = max(0, end - start - (after - between))
        recent.append(worked)
        usual = statistics.median(recent)
        late = max(0, start - begin - PAUSE - (between - before)) + max(0, worked - usual)
        counted += max(0, end - begin - late) / max(1, usual / REFERENCE)
        begin = end
        print(end, counted, flush=True)


class Sampler:
    """The process of one processor, and what it has printed to a file in `folder`."""

    def __init__(self, folder, processor):
        self.output = open(folder / f"clock-{processor}", "a+")
        self.process = subprocess.Popen([sys.executable, "-S", __file__, str(processor)], stdout=self.output)
        self.times, self.counts, self.position = [], [], 0

    def read(self):
        """Reads what was printed since, whole lines only."""
        self.output.seek(self.position)
        text = self.output.read()
        lines = text[:text.rfind("\n") + 1]
        self.position += len(lines)
        for line in lines.splitlines():
            end, counted = map(float, line.split())
            self.times.append(end)
            self.counts.append(counted)

    def at(self, moment):
        """What this clock shows at a time, between two samples in proportion; None without samples around it."""
        index = bisect.bisect_left(self.times, moment)
        if index == 0 or index == len(self.times):
            return None
        first, last = self.times[index - 1:index + 1]
        share = (moment - first) / (last - first)
        return self.counts[index - 1] + share * (self.counts[index] - self.counts[index - 1])

    def seconds(self, start, end):
        """How far this clock went between two times; None if it did not run."""
        if self.process.poll() is not None:
            sys.exit(f"Error: The clock has ended with exit code {self.process.returncode}")
        patience = time.perf_counter() + 5
        while (not self.times or self.times[-1] < end) and time.perf_counter() < patience:
            time.sleep(PAUSE / 2)
            self.read()
        counts = self.at(start), self.at(end)
        return None if None in counts else counts[1] - counts[0]


def start(folder):
    """Starts the clock, with its samples in `folder`, and waits until it runs."""
    for processor in os.sched_getaffinity(0) if os.path.exists("/proc/self/schedstat") else []:
        samplers.append(Sampler(folder, processor))
    for sampler in samplers:
        patience = time.perf_counter() + 5
        while not sampler.times and time.perf_counter() < patience:
            time.sleep(0.01)
            sampler.read()


def stop():
    for sampler in samplers:
        sampler.process.kill()
        sampler.process.wait()
        sampler.output.close()
    samplers.clear()


def seconds(start, end=None):
    """The seconds between two values of `time.perf_counter()` on this clock: those of the slowest processor."""
    if end is None:
        end = time.perf_counter()
    counted = [sampler.seconds(start, end) for sampler in samplers]
    return min([end - start, *(count for count in counted if count is not None)])


def share():
    """Returns the work of this machine so far in proportion to the one where the limits were set; 1 or less."""
    shares = []
    for sampler in samplers:
        sampler.read()
        if len(sampler.times) > 1:
            shares.append(sampler.counts[-1] / (sampler.times[-1] - sampler.times[0]))
    return min(shares, default=1)


if __name__ == "__main__":
    sample(int(sys.argv[1]))
