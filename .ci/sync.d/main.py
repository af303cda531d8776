"""What synchronising must hold on real servers; .ci/sync runs it, with the programs that it needs."""

import argparse
import signal
import sys
import threading
import time

from cards import hrefs, many, photo, wild
from clients import clients, khard
from closed import secrets, tls
from failing import calls, faults, kills, listings, stalls
from machines import machines, mailbox
from others import backup, gone, two
from servers import Cyrus, Radicale, Sabre, Xandikos
from world import World

CASES = [wild, photo, kills, calls, faults, listings, hrefs, tls, secrets, backup, two, gone, many]
# Those that need more than the tool and a server.
MORE = [khard, clients, machines, mailbox, stalls]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("programs", help="the folder of Radicale and Xandikos")
    parser.add_argument("--clients", help="the folder of vdirsyncer and khard")
    parser.add_argument("--full", action="store_true", help="all of what else is a share")
    parser.add_argument("--others", action="store_true", help="other servers and clients, and two machines")
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--only", default="", help="a part of what a line calls a case: `cyrus wild`")
    options = parser.parse_args()
    world = World(options)
    outcomes = []

    def run(kind):
        for case in (MORE if options.others else []) + CASES:
            title = f"{kind.__name__.lower()} {case.__name__}"
            if options.only not in title:
                continue
            start = time.monotonic()
            try:
                with world.server(kind) as server:
                    said = case(world, server) or ""
                mark = "passed"
            # Whatever it is: a case that could not be tried has not passed.
            except Exception as error:
                mark, said = "FAILED", f"{type(error).__name__} {error}"
            outcomes.append(mark == "passed")
            print(f"{mark} {title} ({time.monotonic() - start:.0f} s) {said}", flush=True)

    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda *_: sys.exit(130))
    kinds = [Radicale, Xandikos] + ([Sabre, Cyrus] if options.others else [])
    start = time.monotonic()
    try:
        print(", ".join(f"{kind.__name__} {kind.version(options.programs)}" for kind in kinds), flush=True)
        # At once: each waits for its own server most of the time.
        threads = [threading.Thread(target=run, args=(kind,), daemon=True) for kind in kinds]
        for thread in threads:
            thread.start()
        for thread in threads:
            # A signal that another thread gets is seen by this one when it has something to do.
            while thread.is_alive():
                thread.join(1)
    finally:
        world.close()
    print(f"{world.requests} requests in {time.monotonic() - start:.0f} s")
    passed = sum(outcomes)
    print(f"{passed} passed, {len(outcomes) - passed} failed")
    sys.exit(0 if passed and passed == len(outcomes) else 1)


main()
