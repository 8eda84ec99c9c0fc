"""Runs the cases against a server, with grpcio and curl, and says what came of each."""

import argparse
import sys

import grpc

import call_cases
import service_cases
import wire_cases
from judge import PATIENCE, Wrong, connect

# The one that ends the server comes last.
CASES = [*call_cases.CASES, *wire_cases.CASES, *service_cases.CASES]
# What gRPC servers take unless they are told otherwise.
MESSAGE_LIMIT = 4 << 20


def parsed():
    parser = argparse.ArgumentParser(
        prog="py-client",
        description=(
            "Calls grpc.testing.TestService, health checking and reflection, and judges the"
            " answers: one line a case, 'ok NAME' or 'FAILED NAME: why'. Exits with 1 if a case"
            " failed, with 2 if none could be run. Of all cases those are left out whose options"
            " are not given: tls_no_certificate wants --cert, tls_wrong_certificate and"
            " tls_wrong_root want --wrong-cert, tls_wrong_name wants --tls, and goes_away, which"
            " ends the server, wants --server-pid."
        ),
    )
    parser.add_argument("--target", metavar="HOST:PORT|unix:PATH", help="the server under test")
    parser.add_argument(
        "--case", default="all", metavar="NAME", help="'all' is the default, 'list' shows names"
    )
    parser.add_argument("--skip", default="", metavar="A,B", help="of all cases not these")
    parser.add_argument("--tls", action="store_true", help="speak TLS")
    parser.add_argument("--ca", metavar="F", help="trust the certificate in F (PEM)")
    parser.add_argument("--override", metavar="NAME", help="expect this name in it")
    parser.add_argument("--cert", metavar="F", help="present this certificate (PEM)")
    parser.add_argument("--key", metavar="F", help="its key (PEM)")
    parser.add_argument("--wrong-cert", metavar="F", help="one the server does not trust (PEM)")
    parser.add_argument("--wrong-key", metavar="F", help="its key (PEM)")
    parser.add_argument("--server-pid", type=int, metavar="PID", help="the server's process")
    parser.add_argument(
        "--message-limit",
        type=int,
        default=MESSAGE_LIMIT,
        metavar="BYTES",
        help="the largest message the server takes (default %(default)s)",
    )
    options = parser.parse_args()
    options.patience = PATIENCE
    for certificate, key in (("cert", "key"), ("wrong_cert", "wrong_key")):
        if getattr(options, certificate) and not getattr(options, key):
            parser.error(f"--{certificate.replace('_', '-')} needs its key")
    if options.case != "list" and not options.target:
        parser.error("--target is missing")
    return parser, options


def chosen(parser, options):
    by_name = {case.__name__: case for case in CASES}
    skipped = set(filter(None, options.skip.split(",")))
    for name in skipped | ({options.case} - {"all"}):
        if name not in by_name:
            parser.error(f"there is no case '{name}'; --case list shows them")
    if options.case != "all":
        return [by_name[options.case]]
    return [
        case
        for name, case in by_name.items()
        if name not in skipped
        and (case not in service_cases.NEEDS or getattr(options, service_cases.NEEDS[case]))
    ]


def judge(case, options):
    """What is wrong, on one line, or None."""
    try:
        # A connection each: what one case leaves behind is not the next one's affair.
        with connect(options) as peer:
            case(peer)
    except Wrong as wrong:
        return str(wrong)
    except grpc.RpcError as error:
        return f"a call ended with {error.code()}: {error.details()}"
    except Exception as error:  # Whatever it is, the other cases are still to be run.
        return f"{type(error).__name__}: {error}"
    return None


def main():
    parser, options = parsed()
    if options.case == "list":
        print("\n".join(case.__name__ for case in CASES))
        return 0
    failed = False
    for case in chosen(parser, options):
        why = judge(case, options)
        if why is None:
            print("ok", case.__name__, flush=True)
        else:
            failed = True
            print(f"FAILED {case.__name__}: {' '.join(why.split())}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
