"""What synchronising must hold on real servers; .ci/sync runs it, with the programs that it needs."""

import argparse
import shutil
import subprocess
import sys
import threading
import time

from cards import hrefs, many, photo, wild
from closed import secrets, tls
from failing import calls, faults, kills, listings
from others import backup, gone, two
from servers import Server
from world import World

CASES = [many, wild, photo, kills, calls, faults, listings, hrefs, tls, secrets, backup, two, gone]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("programs")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    world = World(options)
    outcomes = []

    def run(kind):
        for case in CASES:
            if options.only not in f"{kind} {case.__name__}":
                continue
            server = Server(kind, options.programs, world.folder())
            start = time.monotonic()
            try:
                said = case(world, server) or ""
                outcomes.append(True)
                mark = "passed"
            except (AssertionError, subprocess.SubprocessError, OSError) as error:
                outcomes.append(False)
                mark, said = "FAILED", f"{type(error).__name__} {error}"
            finally:
                server.stop()
            print(f"{mark} {kind} {case.__name__} ({time.monotonic() - start:.0f} s) {said}", flush=True)

    try:
        # At once: each waits for its own server most of the time.
        threads = [threading.Thread(target=run, args=(kind,)) for kind in ("radicale", "xandikos")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        shutil.rmtree(world.work, ignore_errors=True)
    passed = sum(outcomes)
    print(f"{passed} passed, {len(outcomes) - passed} failed")
    sys.exit(0 if passed and passed == len(outcomes) else 1)


main()
