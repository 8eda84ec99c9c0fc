"""Figures of the calls' benchmarks, printed as dyad-bench prints its own."""

import dataclasses
import json

# Which way is better.
HIGH = {"calls/s", "GB/s"}


def _text(value):
    """Three significant digits or more, and no exponent."""
    if abs(value) >= 100:
        return str(round(value))
    return str(round(value, 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3))


@dataclasses.dataclass
class Figure:
    """Ours beside its peer, and how many times better than the peer it was to be, or at most what."""

    name: str
    unit: str
    ours: float
    peer: float = None
    times: float = None
    at_most: float = None

    @property
    def ratio(self):
        """How many times better than the peer; without a peer's cost there is none."""
        if self.peer is None:
            return None
        above, below = (self.ours, self.peer) if self.unit in HIGH else (self.peer, self.ours)
        return above / below if below > 0 else None

    @property
    def is_met(self):
        if self.times is not None:
            return self.ratio is not None and self.ratio >= self.times
        return None if self.at_most is None else self.ours <= self.at_most

    @property
    def goal(self):
        if self.times is not None:
            return f">={_text(self.times)}"
        return "-" if self.at_most is None else f"<={_text(self.at_most)}"

    def __str__(self):
        verdict = {True: "met", False: "missed", None: "-"}[self.is_met]
        peer = "-" if self.peer is None else _text(self.peer)
        ratio = "-" if self.ratio is None else _text(self.ratio)
        return (
            f"{self.name}: ours={_text(self.ours)} peer={peer} {self.unit}"
            f" ratio={ratio} goal={self.goal} {verdict}"
        )

    @property
    def json(self):
        return json.dumps(
            {
                "name": self.name,
                "unit": self.unit,
                "ours": self.ours,
                "peer": self.peer,
                "ratio": self.ratio,
                "goal": self.goal,
                "met": self.is_met,
            },
            separators=(",", ":"),
        )
