#!/usr/bin/env python3
"""Saves heart rates in a Dyad node and shows those that it may see; README.md says how to begin."""

import argparse
import datetime
import sys

import grpc

from dyad_store import NoNode, Store, moment, sample

TYPE = "heartRate"


def main():
    parser = argparse.ArgumentParser(description="Saves heart rates in a Dyad node and shows them.")
    parser.add_argument("rates", nargs="*", type=float, help="beats a minute, the last one now")
    parser.add_argument("--follow", action="store_true", help="then show what comes, until stopped")
    parser.add_argument("--app", default="heart.rates", help="the app's bundle identifier")
    parser.add_argument("--socket", help="the node's socket for apps")
    parser.add_argument("--token", help="the file that has the app's token")
    options = parser.parse_args()
    now = datetime.datetime.now().replace(microsecond=0)
    minutes = [now - datetime.timedelta(minutes=ago) for ago in range(len(options.rates))][::-1]

    try:
        with Store(options.app, options.socket, options.token) as store:
            store.ask(share=[TYPE], read=[TYPE])
            if options.rates:
                rates = zip(options.rates, minutes)
                store.save(*[sample(TYPE, rate, "count/min", minute) for rate, minute in rates])
            for each in store.follow(TYPE) if options.follow else store.samples(TYPE):
                print(f"{moment(each.start).isoformat()}  {each.quantity:g} {each.unit}", flush=True)
    except NoNode as error:
        sys.exit(str(error))
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
