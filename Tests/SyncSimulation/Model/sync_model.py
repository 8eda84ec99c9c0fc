#!/usr/bin/env python3
"""Executable specification of the sync rules between one phone and its watches.

The model checks RULES, not bytes.  A vector is a plain set of dots, a batch is a Python object, an
fsync is a copy of the state, time counts in days.  A schedule is a list of small events (save,
delete, deliver one message, cut, crash, restore ...).  After every event the invariants are checked;
at the end of a schedule the network is healed and the final invariants are checked.

    sync_model.py --runs 20000 --seed 1       random schedules, all rules on
    sync_model.py --profile NAME              the same in one profile only
    sync_model.py --mutate NAME               one rule off: must find and shrink a violation
    sync_model.py --all-mutations             every mutation in turn: each must be found
    sync_model.py --list                      the mutations, with the rule each one switches off

Rule numbers (R1 ...) refer to Sources/Values/SyncCore/SyncCore.docc/Rules.md, which states them in words.

Profiles, which say what may happen in a schedule
  normal  saves, deletions, cuts, crashes, messages that come late or twice, restores, clones
  damage  rows of a watch vanish while its vector still claims them, and sessions are made to
          reconcile; nothing is restored, cloned or repeated, because only the brake limits the harm
  strain  as normal; in addition columns become unreadable (R24), and a claim waits for credit while
          acknowledgements overtake it (R25)
  thief   as normal, and somebody has taken W2 over: it tells the deaths of what it likes, claims what it does
          not have, and shows settings that nobody decided (R28)
  undo    as normal, and people take back within a day what was deleted (R29)

Invariants
  I1  what was acknowledged as saved stays: on the phone at every step, on the phone and on every
      watch (inside its window and scope) at quiescence
  I2  what a node knows to be deleted never comes back there; at quiescence nobody holds it
  I3  a node removes by 'deleted' only what a user deleted (pruning and purging delete nothing)
  I4  pruning never drops the last copy of a live sample
  I5  at quiescence both sides hold the same samples over the shared scope and window, reached
      by the ordinary session, without the repair that unequal roots would start
  I6  one dot, one sample, for ever
  I7  with active peers, tombstones drain
  I8  (damage profile) inference alone never removes more than BRAKE samples of a type
  I9  what an honest node says is never nonsense to its peer: a difference refers to the vector that
      the peer heard last
  I10 (thief profile) a watch that was taken over removes on the phone no more than it was trusted with when
      both were last equal, and of the older rest BRAKE samples of a type a day; nothing that it says stops what
      comes after it
A sample of which no node has a copy that can be read is demanded of nobody (I1, I4, I5).  Where it was
deleted its row has to leave a watch all the same, once the phone covers its dot (I2).
"""
import argparse
import copy
import random
import sys
from collections import namedtuple

TYPES = ("a", "b")
PROFILES = ("normal", "damage", "strain", "thief", "undo")
RETENTION = 10          # days a tombstone outlives its acknowledgement (90 in the product)
BRAKE = 2               # inferred deletions allowed per type (max(100, 1 %) in the product)
TRUST = 2               # days before both were last equal from which a watch deletes freely (7 in the product)
INFINITY = 10 ** 9
ORIGIN = (0, None)      # a cursor before the first log entry

Sample = namedtuple("Sample", "uuid dot end")            # dot = (incarnation, type, seq)

MUTATIONS = {
    "readd_covered": "R6: an insert that is covered and absent is taken again",
    "dead_without_cover": "R9: the death of an unseen dot is not remembered",
    "view_unchecked": "R7: a batch filtered for an earlier floor or scope is applied",
    "floor_back_known": "R16: moving the floor back keeps the claim to know that range",
    "purge_keeps_known": "R18: purging a revoked type keeps the claim to know it",
    "purge_drops_tombs": "R18: purging a revoked type drops its tombstones too",
    "prune_without_receipt": "R15: rows are pruned without the phone's receipt",
    "prune_foreign_freely": "R15: only own rows need a receipt to be pruned",
    "receipt_merged": "R14: receipts are merged with earlier ones, not replaced",
    "receipt_any_session": "R14: an acknowledgement from an earlier session is a receipt",
    "prune_between_sessions": "R14: rows are pruned under the receipt of an earlier session",
    "watch_skips": "R5: a watch sends skips for dots it merely lacks",
    "prune_later": "R14: taking a receipt does not prune at once",
    "upload_by_scope": "R19: the phone refuses uploads of a type revoked meanwhile",
    "fill_over_tombs": "R17: a refill brings back what has a tombstone",
    "fill_keeps_cover": "R17: after a refill dots stay covered that the phone itself does not cover",
    "fill_any_session": "R17: a refill of an earlier session is applied",
    "log_gap": "R8: a log message moves the cursor although it does not start there",
    "cursor_untagged": "R10: a log cursor is a position only, without the incarnation",
    "no_horizon": "R11: the log is used although tombstones behind the cursor are gone",
    "horizon_once": "R11: the horizon is checked in the handshake only",
    "watch_gc_unacked": "R12: a watch drops unacknowledged tombstones of a silent phone",
    "gc_age_from_delete": "R12: tombstone age counts from the deletion, not from the last ack",
    "gc_age_goes_on": "R12: a peer that presents an earlier position begins no age of tombstones anew",
    "gc_age_outlives_incarnation": "R12: a phone in another life begins no age of tombstones anew",
    "gc_by_clock": "R12: a tombstone goes by the clock, without a fresh handshake",
    "gc_never": "R12: tombstones are kept for ever",
    "reconcile_unbounded": "R13: rows below the floor of the peer's list are judged, too",
    "reconcile_no_tombs": "R13: reconciliation compares live dots only",
    "reconcile_uses_floor": "R13: the absent side is believed down to its floor, not its known-from",
    "numbers_again": "R2: a node gives a dot that a peer said is dead",
    "incarnation_when_told": "R2: a new incarnation only when the restore is announced",
    "tell_before_fsync": "R3: messages speak of state that is not durable",
    "save_before_fsync": "R3: a save is acknowledged before it is durable",
    "grants_not_reissued": "R20: a restored phone does not re-issue grants above the watch's copy",
    "grants_overtaken": "R20: a grant with a lower number is never one that a restored phone lost",
    "no_brake": "R22: no limit on inferred deletions",
    "refuse_keeps_claim": "R22: refusing a braked deletion leaves the false claim in place",
    "prune_keeps_damaged": "R15: a row whose columns cannot be read stays when its type leaves the scope",
    "trust_the_floor": "R28: a watch says itself from when on it deletes freely",
    "free_out_of_scope": "R28: deaths of types that the watch may not have pass as others do",
    "held_stops_cursor": "R28: the cursor stays before a death that is held",
    "held_is_sent": "R28: what is held is sent to the watch that told its death",
    "held_is_compared": "R28: what is held counts as live where that watch compares",
    "held_for_ever": "R28: a death stays held although its watch lists the sample as live",
    "kills_the_unborn": "R28: the death of a dot never seen counts at once, whoever wrote it",
    "refuse_uncovers": "R28: refusing a death leaves the row as it is",
    "no_allowance": "R28: older deaths pass, however many",
    "inference_is_free": "R28: what follows from a list of the watch is not held",
    "settings_unsigned": "R28: settings that the phone never decided count as lost ones",
    "undo_revives": "R29: a deletion is taken back by removing its tombstone",
    "claim_told_early": "R25: a claim that waits for credit counts as told, and acknowledgements refer to it",
}

# Mutations that show in one profile only.
NEEDS = {"no_brake": "damage", "refuse_keeps_claim": "damage", "gc_age_goes_on": "strain",
         "gc_age_outlives_incarnation": "strain", "grants_overtaken": "strain",
         "prune_keeps_damaged": "strain", "claim_told_early": "strain", "trust_the_floor": "thief",
         "free_out_of_scope": "thief", "kills_the_unborn": "thief", "no_allowance": "thief",
         "inference_is_free": "thief", "refuse_uncovers": "thief", "held_is_sent": "thief",
         "held_for_ever": "thief",
         "settings_unsigned": "thief", "numbers_again": "thief", "undo_revives": "undo"}


class Violation(Exception):
    pass


# ------------------------------------------------------------------------------------ node state

class State:
    """All a node keeps on disk; one transaction writes any part of it together (R1)."""

    def __init__(self, device, phone):
        self.device, self.phone = device, phone
        self.rows = {}           # dot -> Sample, the live set
        self.damaged = set()     # dots of rows whose columns cannot be read (R24)
        self.vector = set()      # dots covered: processed, whether live, dead or skipped
        self.tombs = {}          # dot -> [log position, day deleted, day all peers had acked or None]
        self.removed = {}        # dot -> (Sample, day) of what was removed here and can be taken back (R29)
        self.log = []            # [(incarnation tag, dead dot)], position = index + 1
        self.horizon = 0         # highest log position whose tombstone is gone
        self.cursor = {}         # peer device -> (position, tag) processed of its log
        self.acked = {}          # peer device -> position of my log it presented last
        self.heard = {}          # peer device -> day of its last handshake
        self.life = {}           # watch: "P" -> the life of it that its last welcome showed (R12)
        self.incarnation = None
        self.seq = {}            # type -> last seq given out in this incarnation
        # watch only
        self.floor = 0           # samples that end before it are out of the window
        self.known = {t: (0 if phone else INFINITY) for t in TYPES}   # known-from, >= floor
        self.scope = frozenset(TYPES if phone else ())
        self.grant = (0, None)   # version of the grant record that scope came from
        self.view = None         # random id, new whenever floor goes back, scope changes, or at open
        self.receipt = set()     # the phone's vector as last presented (durable there)
        # phone only
        self.grants = {}         # watch device -> ((n, tag), types)
        self.decided = {}        # (watch device, tag) -> the last n decided in that incarnation (R20)
        self.equal = {}          # watch device -> day when both were last equal (R28)
        self.judged = {}         # watch device -> the types in whose scope its deaths are judged
        self.own = {}            # watch device -> incarnations that are its own
        self.spent = {}          # (watch device, type) -> (day, how many older deaths passed since)
        self.held = {}           # watch device -> dots whose deaths it told, which wait for a person
        # ghosts, for the checks only
        self.learned = set()     # uuids this node knows to be deleted
        self.had = set()         # uuids this node ever stored

    def clone(self):
        other = copy.copy(self)
        for name in ("rows", "damaged", "vector", "log", "cursor", "acked", "heard", "life", "seq", "known",
                     "receipt", "grants", "decided", "equal", "judged", "spent", "removed", "learned", "had"):
            setattr(other, name, copy.copy(getattr(self, name)))
        other.tombs = {d: list(t) for d, t in self.tombs.items()}
        other.own = {w: set(i) for w, i in self.own.items()}
        other.held = {w: set(d) for w, d in self.held.items()}
        return other

    def decide(self, device, n, types):
        """The phone: a new version of what a watch is granted."""
        self.grants[device] = ((n, self.incarnation), types)
        self.decided[device, self.incarnation] = n
        self.judged[device] = self.judged.get(device, types) | types

    def lost(self, device, version, mutation):
        """R20: whether a watch shows a grant that was not decided here."""
        if version == (0, None) or version == self.grants[device][0]:
            return False
        if mutation == "grants_overtaken":
            return version[0] >= self.grants[device][0][0]
        return version[0] > self.decided.get((device, version[1]), 0)

    def presented(self):
        """R24: the vector as peers are told it, without dots whose columns cannot be read."""
        return self.vector - self.damaged

    def readable(self):
        if not self.damaged:
            return self.rows
        return {d: x for d, x in self.rows.items() if d not in self.damaged}

    def told_dead(self, device):
        """R28: what that watch takes for dead, and this phone does not."""
        return self.held.get(device, set())

    def head(self):
        return (len(self.log), self.log[-1][0]) if self.log else ORIGIN

    def tag_at(self, position):
        return self.log[position - 1][0] if position else None

    def believes_deleted(self, dot, end):
        """Covered, absent, and inside what I claim to know: I hold it for deleted."""
        return dot in self.vector and dot not in self.rows and end >= self.known[dot[1]]


class Session:
    """Volatile state of one connection, at one side."""

    def __init__(self, sid, peer):
        self.sid, self.peer = sid, peer      # peer: node name
        self.ready = False                   # handshake (and reconciliation) done
        self.peer_vector = set()             # what the peer covers or was sent
        self.sent = 0                        # position of my log already sent
        self.filled = False
        self.hello = None                    # phone: the watch's hello in force
        self.ack_due = False
        self.claim = None                    # a claim that is decided and waits for credit
        self.vectors = 0                     # how many vectors were told or are about to be
        self.told = None                     # which of them the next difference refers to (R25)
        self.heard = None                    # which of the peer's came last
        self.view = None                     # watch: that of its hello in force
        self.receipt = False                 # watch: whether the phone gave one in this session (R14)


class Message:
    def __init__(self, kind, sid, **fields):
        self.kind, self.sid = kind, sid
        self.__dict__.update(fields)


# ------------------------------------------------------------------------------------------ nodes

class Node:
    def __init__(self, world, name, device, phone):
        self.world, self.name, self.device = world, name, device
        self.state = State(device, phone)
        self.sessions = {}        # peer device -> Session
        self.backups = []         # [(day, State)]
        self.braked = None        # who claims it, the types that hit the brake, and all that would go
        self.accepted = set()     # of these types a person accepted the next inferred deletions
        self.life = 0             # stands for the incarnation that it writes under, or will
        self.opened(True)
        self.fsync()

    def off(self, name):
        return self.world.mutation == name

    # -- lifecycle

    def opened(self, told):
        """R2: after every open a node no longer trusts its counters: the next write takes a new
        incarnation.  It cannot see that it was restored or cloned; so it never needs to."""
        self.must_renew = told or not self.state.incarnation or not self.off("incarnation_when_told")
        self.life += self.must_renew
        self.state.view = self.world.fresh("v")
        self.sessions = {}

    def fsync(self):
        self.disk = self.state.clone()

    def crash(self):
        self.state = self.disk.clone()
        self.opened(False)

    def touch(self):
        """Before any write of an own dot or of a log entry."""
        if self.must_renew:
            self.state.incarnation = self.world.fresh(self.device + ".")
            self.state.seq = {}
            self.must_renew = False

    # -- local operations

    def save(self, kind, end):
        s = self.state
        if end < s.floor:
            return None                                     # errorInvalidArgument
        self.touch()
        while True:
            s.seq[kind] = s.seq.get(kind, 0) + 1
            dot = (s.incarnation, kind, s.seq[kind])
            if dot not in s.vector or self.off("numbers_again"):
                break
        x = Sample(self.world.fresh("x"), dot, end)
        s.rows[dot] = x
        s.vector.add(dot)
        s.had.add(x.uuid)
        if not self.off("save_before_fsync"):
            self.fsync()
        self.world.note_saved(x)
        return x

    def delete(self, dot):
        x = self.state.rows[dot]
        self.world.deleted.add(x.uuid)
        self.world.ever_deleted.add(x.uuid)
        self.bury(dot)
        self.fsync()

    def bury(self, dot):
        """R9: learn that a dot is dead.  Exact nodes keep no second tombstone for it."""
        s = self.state
        x = s.rows.get(dot)
        for held in s.held.values():
            held.discard(dot)
        if x is not None and x.uuid not in self.world.ever_deleted:
            raise Violation(f"I3: {self.name} deletes {x.uuid}, which nobody deleted")
        if dot in s.tombs or (s.phone and dot in s.vector and x is None):
            return
        if x is None and self.off("dead_without_cover"):
            return
        self.touch()
        if x is not None and dot not in s.damaged:
            s.removed[dot] = (x, self.world.day)
        s.rows.pop(dot, None)
        s.damaged.discard(dot)
        s.vector.add(dot)
        s.log.append((s.incarnation, dot))
        s.tombs[dot] = [len(s.log), self.world.day, None]
        s.learned.add(self.world.uuid_of.get(dot))

    def undo(self, dot):
        """R29: take a deletion back, whoever made it.  The copy is a sample of its own; the old one stays dead."""
        s = self.state
        x, _ = s.removed.pop(dot)
        if x.end < s.floor or dot[1] not in s.scope and not s.phone:
            return
        if self.off("undo_revives"):
            s.tombs.pop(dot, None)
            s.rows[dot] = x
            s.learned.discard(x.uuid)
            self.world.deleted.discard(x.uuid)
            self.fsync()
        else:
            self.save(dot[1], x.end)

    def hear_deaths(self, dots, watch, inferred=False):
        """R28: what a watch says is dead, or leaves out of its list.  A watch believes the phone.

        Returns False where it is nonsense."""
        s = self.state
        if not s.phone:
            for dot in dots:
                self.bury(dot)
            return True
        parts = []                                           # of one type each
        for dot in dots:
            if not parts or parts[-1][0][1] != dot[1]:
                parts.append([])
            parts[-1].append(dot)
        return all(self.hear_part(part, watch, inferred) for part in parts)

    def hear_part(self, dots, watch, inferred):
        s = self.state
        others = {d[0] for d in dots if self.is_anothers(d[0])}
        for dot in self.by_what_is_known(dots):
            if dot in s.tombs or (dot in s.vector and dot not in s.rows) or dot in s.told_dead(watch):
                continue
            if dot[0] == s.incarnation and not self.must_renew and dot[2] > s.seq.get(dot[1], 0) \
                    and not self.off("kills_the_unborn"):
                return False                                 # it is not given yet
            if self.may_delete(dot, watch, others) or (inferred and self.off("inference_is_free")):
                self.world.note_told(self, watch, dot)
                self.bury(dot)
            else:
                s.held.setdefault(watch, set()).add(dot)
        return True

    def by_what_is_known(self, dots):
        """In the order in which they use up what may go."""
        s = self.state
        ordered = sorted(dots, key=str)
        readable = [d for d in ordered if d in s.rows and d not in s.damaged]
        damaged = [d for d in ordered if d in s.damaged]
        return readable + damaged + [d for d in ordered if d not in s.rows]

    def may_delete(self, dot, watch, others=()):
        """R28: whether a death that a watch told counts at once."""
        s = self.state
        x, t = s.rows.get(dot), dot[1]
        if x is None:                                        # never seen
            if dot[0] in s.own.get(watch, ()) or self.off("kills_the_unborn"):
                return True
            if dot[0] in others:
                return False                                 # judged when the sample comes
        else:
            if t not in s.judged[watch] and not self.off("free_out_of_scope"):
                return False
            line = max(s.equal.get(watch, 0), self.world.day - RETENTION) - TRUST
            if self.off("trust_the_floor") and s.phone and self.sessions.get(watch) \
                    and self.sessions[watch].hello:
                line = min(line, self.sessions[watch].hello.floor)
            if x.end >= line and dot not in s.damaged:
                return True
        day, count = s.spent.get((watch, t), (-INFINITY, 0))
        if day < self.world.day:
            day, count = self.world.day, 0
        if count >= BRAKE and not self.off("no_allowance"):
            return False
        s.spent[watch, t] = (day, count + 1)
        return True

    def knows(self, incarnation):
        """Whether the phone has seen a dot of it, or a watch's log."""
        s = self.state
        return any(d[0] == incarnation for d in s.vector) or any(incarnation in o for o in s.own.values())

    def is_anothers(self, incarnation):
        """Whether another watch, or the phone, writes under it now."""
        s = self.state
        return incarnation == s.incarnation and not self.must_renew \
            or any(incarnation in o for o in s.own.values())

    def note_own(self, watch, incarnation):
        """R28: an incarnation that nobody has shown yet is that of the watch that shows it first."""
        s = self.state
        if incarnation is not None and not self.knows(incarnation) and incarnation != s.incarnation:
            s.own.setdefault(watch, set()).add(incarnation)

    def note_equal(self, watch):
        """R28: the watch holds what the phone has for it, and was told of it under the settings in force."""
        s = self.state
        s.equal[watch] = self.world.day
        s.judged[watch] = s.grants[watch][1]

    def take_back(self, watch, dots):
        """R28: a watch does not say any more that these are dead.  Two clones are one watch: what one of them
        deleted the other one takes back."""
        s = self.state
        if self.world.cloned:
            self.world.excused |= {s.rows[d].uuid for d in dots if d in s.rows}
        if dots:
            s.held[watch] -= dots

    def decide_held(self, watch, accepts):
        """R28: a person decides about what a watch told: it is dead, or it is saved again."""
        s = self.state
        for dot in sorted(s.told_dead(watch), key=str):
            x = s.rows.get(dot)
            if x is None:
                continue                                     # judged when the sample comes
            if accepts(x):
                self.bury(dot)
            elif self.off("refuse_uncovers"):
                s.held[watch].discard(dot)
            else:
                self.world.deleted.add(x.uuid)
                self.world.ever_deleted.add(x.uuid)
                self.bury(dot)
                s.removed.pop(dot, None)                     # it is saved again at once
                self.save(dot[1], x.end)
        self.fsync()

    def forge(self, dot):
        """A watch that was taken over says that something is dead."""
        s = self.state
        uuid = self.world.uuid_of.get(dot)
        self.touch()
        s.rows.pop(dot, None)
        s.damaged.discard(dot)
        s.vector.add(dot)
        s.log.append((s.incarnation, dot))
        s.tombs[dot] = [len(s.log), self.world.day, None]
        s.learned.add(uuid)
        self.fsync()
        if uuid and dot[0].startswith(self.device + ".") and dot not in self.world.phone.state.vector:
            self.world.deleted.add(uuid)                     # what it saved itself
            self.world.ever_deleted.add(uuid)
        if uuid and not self.world.holders(uuid):
            self.world.excused.add(uuid)                     # the phone lost it, and this was the last copy

    def store(self, x):
        s = self.state
        s.rows[x.dot] = x
        s.vector.add(x.dot)
        s.had.add(x.uuid)

    def move_floor(self, floor):
        """R16.  Forward: known-from goes along.  Back: it stays, the range between is unknown."""
        s = self.state
        if floor < s.floor:
            s.view = self.world.fresh("v")
            if self.off("floor_back_known"):
                s.known = {t: (floor if k == s.floor else k) for t, k in s.known.items()}
        s.floor = floor
        s.known = {t: max(k, floor) for t, k in s.known.items()}
        self.fsync()

    def prune(self, licensed=False):
        """R15, R18: drop rows out of window or scope, each only under a receipt that the phone gave in
        the session under way: what an earlier one says a restored phone may have lost (R14).  Of a
        damaged row the type is known; when it ends cannot be read."""
        s = self.state
        if not (licensed or any(c.receipt for c in self.sessions.values())
                or self.off("prune_without_receipt") or self.off("prune_between_sessions")):
            return
        for x in list(s.rows.values()):
            damaged = x.dot in s.damaged
            if x.dot[1] in s.scope and (damaged or x.end >= s.floor):
                continue
            if damaged and self.off("prune_keeps_damaged"):
                continue
            own = x.dot[0].startswith(self.device + ".")
            covered = x.dot in s.receipt or self.off("prune_without_receipt") \
                or (self.off("prune_foreign_freely") and not own)
            if covered:
                self.let_go(x)
        self.fsync()

    def let_go(self, x):
        """Remove a row without a tombstone."""
        s = self.state
        self.world.note_pruned(self, x)
        del s.rows[x.dot]
        s.damaged.discard(x.dot)

    def take_grant(self, version, types):
        """R18: a type lost is purged (not deleted) and unknown; a type gained is unknown."""
        s = self.state
        if version[0] <= s.grant[0]:
            return False
        for t in TYPES:
            if (t in s.scope) == (t in types):
                continue
            if not self.off("purge_keeps_known"):
                s.known[t] = INFINITY
            if t not in types and self.off("purge_drops_tombs"):
                s.tombs = {d: v for d, v in s.tombs.items() if d[1] != t}
        s.scope, s.grant, s.view = frozenset(types), version, self.world.fresh("v")
        self.prune()
        self.fsync()
        return True

    def collect(self):
        """R12: drop tombstones."""
        s, day = self.state, self.world.day
        if self.off("gc_never"):
            return
        peers = self.world.peer_devices(self)
        for dot, (position, born, since) in list(s.tombs.items()):
            missing = [p for p in peers if s.acked.get(p, 0) < position]
            if s.phone or self.off("watch_gc_unacked"):      # only the exact node may give up on a peer
                missing = [p for p in missing if day - s.heard.get(p, 0) <= RETENTION]
                stale = [p for p in peers if day - s.heard.get(p, 0) > RETENTION]
            else:
                stale = []
            if missing:
                s.tombs[dot][2] = None
                continue
            if since is None:
                s.tombs[dot][2] = since = day
            if self.off("gc_age_from_delete"):
                since = born
            fresh = min([s.heard.get(p, 0) for p in peers if p not in stale] or [day])
            if self.off("gc_by_clock"):
                fresh = day
            if self.off("watch_gc_unacked") and not s.phone and stale:
                since = born
            if fresh - since >= RETENTION:
                del s.tombs[dot]
                s.log[position - 1] = (s.log[position - 1][0], None)
                s.horizon = max(s.horizon, position)
        self.fsync()

    # -- sending

    def send(self, session, kind, **fields):
        if not self.off("tell_before_fsync"):
            self.fsync()                                    # R3: only durable state is told
        if kind in ("hello", "welcome", "ack", "reconcile") and "number" not in fields:
            fields.update(self.tell(session, kind))
        self.world.post(self, session.peer, Message(kind, session.sid, **fields))

    def tell(self, session, kind):
        """R25: the number of a vector, and of the one it is told by: the one that was told last.
        A handshake tells its vector whole."""
        base = None if kind in ("hello", "welcome") else session.told
        session.vectors += 1
        session.told = session.vectors
        return {"number": session.told, "base": base}

    def hear(self, message):
        """R25: a vector comes, in the order in which the session told them."""
        session = next((c for c in self.sessions.values() if c.sid == message.sid), None)
        if session is None or not hasattr(message, "number"):
            return
        if message.base is not None and message.base != session.heard:
            raise Violation(f"I9: {self.name} does not know the vector that a difference refers to")
        session.heard = message.number

    def begin(self, session):
        """The watch opens, or speaks again after its view changed."""
        s = self.state
        session.ready, session.claim = False, None
        session.view = s.view
        self.send(session, "hello", device=self.device, view=s.view, floor=s.floor,
                  known=dict(s.known), scope=s.scope, grant=s.grant, vector=s.presented(),
                  cursor=s.cursor.get("P", ORIGIN), writer=None if self.must_renew else s.incarnation)

    def cursor_serves(self, peer, cursor, life=None):
        """R10, R11: is the peer's cursor on my log, and does the log still reach back to it?
        Whatever the peer presents replaces what I remembered of its acks, and since when (R12): of all of
        them where it is P in another life than before."""
        s = self.state
        position, tag = cursor
        on_log = position <= len(s.log) and (s.tag_at(position) == tag or self.off("cursor_untagged"))
        if self.off("cursor_untagged"):
            position = min(position, len(s.log))
        s.acked[peer] = position if on_log else 0
        s.heard[peer] = self.world.day
        renewed = life != s.life.get(peer) and not self.off("gc_age_outlives_incarnation")
        s.life[peer] = life
        for tomb in s.tombs.values():
            if (renewed or tomb[0] > s.acked[peer]) and not self.off("gc_age_goes_on"):
                tomb[2] = None
        return on_log and (position >= s.horizon or self.off("no_horizon"))

    def reconcile_message(self, session):
        """R13: one consistent snapshot: vector, live dots down to 'listed', claim, tombstones.  It is
        decided now and told once there is credit (R25)."""
        s, hello = self.state, session.hello
        listed, types = (hello.floor, hello.scope) if s.phone else (0, frozenset(TYPES))
        known = dict(s.known)
        if self.off("reconcile_uses_floor"):
            known = {t: s.floor for t in s.scope}
        session.reconcile_head = len(s.log)
        held = s.told_dead(session.hello.device) if s.phone and not self.off("held_is_compared") else ()
        claim = dict(device=self.device, vector=s.presented(), listed=listed,
                     types=types, known=known, head=s.head(),
                     live={d for d, x in s.readable().items()
                           if x.end >= listed and d[1] in types and d not in held},
                     tombs=[] if self.off("reconcile_no_tombs") else
                     [d for _, d in s.log if d is not None and d in s.tombs])
        if not self.world.waits:
            self.send(session, "reconcile", **claim)
            return
        if self.off("claim_told_early"):
            claim.update(self.tell(session, "reconcile"))
        session.claim = claim                                # until the next pump

    def pump(self, peer):
        """Send what the session has not sent yet."""
        s, session = self.state, self.sessions.get(peer)
        if session is None:
            return
        if s.phone and session.hello and s.grants[peer][0] != session.hello.grant \
                and not (self.off("grants_not_reissued")
                         and s.grants[peer][0][0] <= session.hello.grant[0]):
            session.ready = False                            # R18: no data under an old grant
            session.hello = session.claim = None
            self.send(session, "grant", version=s.grants[peer][0], types=s.grants[peer][1])
            return
        if session.claim:
            claim, session.claim = session.claim, None
            self.send(session, "reconcile", **claim)
        if not session.ready:
            return
        if not s.phone and session.view != s.view:
            self.begin(session)
            return
        if session.sent < s.horizon and not self.off("horizon_once") and not self.off("no_horizon"):
            self.world.cut(self, session)                    # R11, for a session that slept too long
            return
        if session.sent < len(s.log):                        # R8: deaths, by log position
            self.send(session, "log", device=self.device, start=(session.sent, s.tag_at(session.sent)),
                      end=s.head(), dots=[d for _, d in s.log[session.sent:] if d is not None])
            session.sent = len(s.log)
        if s.phone:
            hello = session.hello
            held = () if self.off("held_is_sent") else s.told_dead(peer)
            wanted = {t: hello.known[t] for t in hello.scope if hello.known[t] > hello.floor}
            if wanted and not session.filled:                # R17: refill what the watch does not know
                self.send(session, "fill", view=hello.view, floor=hello.floor, types=wanted,
                          vector=s.presented(),
                          items=[x for x in s.readable().values()
                                 if x.dot[1] in wanted and hello.floor <= x.end < wanted[x.dot[1]]
                                 and x.dot not in held])
                session.filled = True
            missing = {d for d in s.presented() - session.peer_vector if d[1] in hello.scope}
            view, floor = hello.view, hello.floor
        else:
            missing = {d for d in s.readable() if d not in session.peer_vector}
            if self.off("watch_skips"):
                missing = s.presented() - session.peer_vector
            view, floor = None, 0
        # R4, R5: inserts, by vector, newest first; what the phone lacks is dead or below the floor
        order = sorted(missing, key=lambda d: -(s.rows[d].end if d in s.rows else 0))
        for i in range(0, len(order), 3):
            part = order[i:i + 3]
            self.send(session, "batch", device=self.device, view=view, covers=set(part),
                      items=[s.rows[d] for d in part if d in s.rows and s.rows[d].end >= floor])
        session.peer_vector |= missing

    def acknowledge(self, peer):
        session = self.sessions.get(peer)
        if session is not None and session.ack_due:
            session.ack_due = False
            self.send(session, "ack", device=self.device, vector=self.state.presented(),
                      cursor=self.state.cursor.get(peer, ORIGIN))

    # -- receiving

    def receive(self, message):
        session = next((c for c in self.sessions.values() if c.sid == message.sid), None)
        getattr(self, "on_" + message.kind)(message, session)
        if session is not None and message.kind in ("log", "batch", "fill", "reconcile"):
            session.ack_due = True

    def on_hello(self, m, session):                          # phone
        if session is None:
            return
        s, w = self.state, m.device
        self.note_own(w, m.writer)
        version, types = s.grants[w]
        if s.lost(w, m.grant, None) and (w, m.grant) not in self.world.versions:
            if not self.off("settings_unsigned"):
                self.world.cut(self, session)                # R28: it was never decided, by no phone
                return
            raise Violation(f"I10: {w} decides what it may have")
        if s.lost(w, m.grant, self.world.mutation) and not self.off("grants_not_reissued"):
            self.touch()                                     # R20: own lost decisions come back;
            types = types & m.scope                          # a revocation is never undone
            s.decide(w, max(m.grant[0], version[0]) + 1, types)
            version = s.grants[w][0]
        if m.grant[0] < version[0]:
            session.ready, session.hello, session.claim = False, None, None
            self.send(session, "grant", version=version, types=types)
            return
        session.hello, session.filled, session.claim = m, False, None
        session.peer_vector = set(m.vector)
        self.take_back(w, s.told_dead(w) - m.vector)        # R28: a watch that was restored may not know it
        usable = self.cursor_serves(w, m.cursor)
        session.sent, session.ready = m.cursor[0], usable
        self.send(session, "welcome", vector=s.presented(), cursor=s.cursor.get(w, ORIGIN),
                  life=self.life, reconcile=not usable or session.forced, view=m.view)

    def on_welcome(self, m, session):                        # watch
        s = self.state
        if session is None or m.view != s.view:
            return
        self.take_receipt(m.vector)
        session.peer_vector, session.view = set(m.vector), s.view
        usable = self.cursor_serves("P", m.cursor, m.life)
        session.sent = m.cursor[0]
        if m.reconcile or not usable:
            self.reconcile_message(session)
        else:
            session.ready = True

    def on_grant(self, m, session):                          # watch
        self.take_grant(m.version, m.types)
        if session is not None:
            if session.view == self.state.view:              # R7: told from the hello before
                self.state.view = self.world.fresh("v")
            self.begin(session)

    def on_ack(self, m, session):
        if session is None and not (self.off("receipt_any_session") and not self.state.phone):
            return                                           # R14: acks count in their session only
        s = self.state
        if s.phone:
            position, tag = m.cursor
            if position <= len(s.log) and s.tag_at(position) == tag:
                s.acked[m.device] = position
                s.heard[m.device] = self.world.day
        else:
            self.take_receipt(m.vector)
            position, tag = m.cursor
            if session is not None and position <= len(s.log) and s.tag_at(position) == tag:
                s.acked["P"] = position
                s.heard["P"] = self.world.day

    def take_receipt(self, vector):
        """R14: replaces the earlier one, and prunes at once: what the phone covers but no list
        will judge (out of window or scope) must not wait here for a later grant or floor."""
        s = self.state
        s.receipt = s.receipt | vector if self.off("receipt_merged") else set(vector)
        for session in self.sessions.values():
            session.receipt = True
        if not self.off("prune_later"):
            self.prune(licensed=True)

    def on_log(self, m, session):
        s = self.state
        if s.phone:
            self.note_own(m.device, m.end[1])
        if not self.hear_deaths(m.dots, m.device):           # facts, true whenever they arrive
            if session is not None:
                self.world.cut(self, session)
            return
        if self.off("held_stops_cursor") and s.told_dead(m.device) & set(m.dots):
            return
        if self.off("log_gap") or s.cursor.get(m.device, ORIGIN) == m.start:
            s.cursor[m.device] = m.end

    def on_batch(self, m, session):
        s = self.state
        if not s.phone and m.view != s.view and not self.off("view_unchecked"):
            return                                           # R7
        if s.phone and self.off("upload_by_scope"):
            if any(d[1] not in s.grants[m.device][1] for d in m.covers):
                return
        s.damaged -= {x.dot for x in m.items}                # R24: the columns again ...
        if not s.phone:
            for dot in s.damaged & m.covers:                 # ... or nothing: dead or out of the window
                self.let_go(s.rows[dot])
        come = []
        for x in m.items:                                    # R6
            if x.dot in s.rows or x.dot in s.tombs:
                continue
            if x.dot in s.vector and not self.off("readd_covered"):
                continue
            if s.phone:
                self.note_own(m.device, x.dot[0])
            if x.end >= s.floor:
                self.store(x)
                come.append(x.dot)
        s.vector |= m.covers
        if s.phone:                                          # R28: it has them itself, as it was restored
            self.take_back(m.device, s.told_dead(m.device) & set(come))
        for watch in list(s.held):                           # R28: what was told of them before
            for dot in sorted(come, key=str):
                if dot in s.held[watch] and dot in s.rows and self.may_delete(dot, watch):
                    self.world.note_told(self, watch, dot)
                    self.bury(dot)

    def on_fill(self, m, session):                           # watch
        s = self.state
        if m.view != s.view and not self.off("view_unchecked"):
            return
        if session is None and not self.off("fill_any_session"):
            return                                           # R17: a refill is a claim, not a fact
        types = {t for t in m.types if t in s.scope and s.known[t] > m.floor}
        for x in m.items:
            if x.dot[1] not in types or x.dot in s.rows or x.end < s.floor:
                continue
            if x.dot in s.tombs and not self.off("fill_over_tombs"):
                continue
            if not s.believes_deleted(x.dot, x.end):
                self.store(x)
        if not self.off("fill_keeps_cover"):                 # what the phone itself lost is unknown
            s.vector = {d for d in s.vector if d[1] not in types or d in m.vector
                        or d in s.rows or d in s.tombs}
        for t in types:
            s.known[t] = max(s.floor, m.floor)

    def on_reconcile(self, m, session):
        s = self.state
        held = s.told_dead(m.device)
        if s.phone and held and not self.off("held_for_ever"):
            self.take_back(m.device, (held & m.live) | (held - m.vector))    # R28: it has them again
        if self.off("held_is_compared"):
            held = ()
        listed = -INFINITY if self.off("reconcile_unbounded") else m.listed
        inferred = [x for x in s.readable().values()
                    if x.dot in m.vector and x.dot not in m.live and x.dot not in m.tombs and x.dot not in held
                    and x.dot[1] in m.types and x.end >= listed
                    and x.end >= m.known.get(x.dot[1], INFINITY)]
        over = {t for t in TYPES if sum(x.dot[1] == t for x in inferred) > BRAKE}
        if over and not self.accepted and not self.off("no_brake"):
            self.braked = (m.device, over, {x.uuid for x in inferred})   # R22: nothing of it is applied
            if session is not None:
                self.world.cut(self, session)
            return
        self.world.note_inferred(self, inferred, self.accepted)
        accepted, self.accepted = self.accepted, self.accepted if session is None else set()
        if s.phone:
            self.note_own(m.device, m.head[1])
        if not self.hear_deaths(m.tombs, m.device):
            if session is not None:
                self.world.cut(self, session)
            return
        for x in [x for x in inferred if x.dot[1] in accepted]:
            self.bury(x.dot)                                 # a person was asked about these
        rest = [x for x in inferred if x.dot[1] not in accepted]
        rest.sort(key=lambda x: x.dot[1])
        self.hear_deaths([x.dot for x in rest], m.device, inferred=True)
        s.cursor[m.device] = m.head
        if session is None:
            return
        session.peer_vector = set(m.vector)
        if s.phone:
            if session.hello is None:
                return
            session.forced = False
            self.reconcile_message(session)
        session.sent = session.reconcile_head
        session.ready = True

    def distrust(self, types):
        """R22: a person refused the deletions this node's claim implied: it gives the claim up."""
        s = self.state
        if self.off("refuse_keeps_claim"):
            return
        if s.phone:
            s.vector = {d for d in s.vector if d[1] not in types or d in s.rows or d in s.tombs}
        else:
            s.known.update({t: INFINITY for t in types})
            s.view = self.world.fresh("v")
        self.fsync()


# ------------------------------------------------------------------------------------------ world

class World:
    def __init__(self, mutation=None, profile="normal"):
        self.mutation, self.profile = mutation, profile
        self.damage, self.strain, self.thief, self.undo = (profile == p for p in PROFILES[1:])
        self.waits = self.strain  # whether claims wait for credit
        self.day, self.counter = 20, 0
        self.saved, self.uuid_of = {}, {}
        self.deleted, self.ever_deleted = set(), set()
        self.excused = set()      # uuids a restore or damage left without a required outcome
        self.phone_restores = 0
        self.taken = {}           # (watch device, type), revoked last: the grants decided since without it
        self.heard = set()        # those of them that the watch knows
        self.trusted = {}         # watch device -> (day, types): when both were last equal, and of what
        self.condemned = set()    # dots that the phone took for dead before they were given
        self.told = {}            # (watch device, type, day) -> older samples that only it said are dead
        self.versions = set()     # all grants that there ever were
        self.wires, self.old = {}, []
        self.nodes = {}
        self.phone = self.nodes["P"] = Node(self, "P", "P", True)
        for w in ("W1", "W2"):
            self.nodes[w] = Node(self, w, w, False)
            self.phone.state.grants[w] = ((1, "first"), frozenset(TYPES))
            self.phone.state.decided[w, "first"] = 1
            self.phone.note_equal(w)
        self.phone.fsync()
        self.trust()
        for w in self.watches():
            w.move_floor(self.day - 3)
        self.cloned = False

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def watches(self):
        return [n for n in self.nodes.values() if not n.state.phone]

    def peer_devices(self, node):
        return sorted({w.device for w in self.watches()}) if node.state.phone else ["P"]

    # -- ghosts

    def note_saved(self, x):
        if x.dot in self.uuid_of:
            raise Violation(f"I6: dot {x.dot} given to {self.uuid_of[x.dot]} and {x.uuid}")
        self.saved[x.uuid] = x
        self.uuid_of[x.dot] = x.uuid
        if x.dot in self.condemned:
            self.deleted.add(x.uuid)
            self.ever_deleted.add(x.uuid)

    def holders(self, uuid, but=None):
        """Who has a row of the sample that can be read."""
        dot = self.saved[uuid].dot
        return [n for n in self.nodes.values()
                if n is not but and dot in n.disk.rows and dot not in n.disk.damaged]

    def note_pruned(self, node, x):
        if x.uuid in self.deleted | self.excused or self.holders(x.uuid, node):
            return
        raise Violation(f"I4: {node.name} prunes {x.uuid}, the last copy")

    def note_inferred(self, node, rows, accepted):
        wrong = [x for x in rows if x.uuid not in self.ever_deleted]
        if not self.damage:
            return                        # any wrong one is caught as I3
        for t in TYPES:
            if sum(x.dot[1] == t for x in wrong) > BRAKE and not accepted:
                raise Violation(f"I8: {node.name} removes {len(wrong)} samples by inference alone")
        for x in wrong:                   # damage below the brake's limit: not protected
            self.ever_deleted.add(x.uuid)
            self.excused.add(x.uuid)

    def trust(self):
        """R28: from when on, and of what, each watch is believed."""
        s = self.phone.state
        self.trusted = {w: (day, s.judged[w]) for w, day in s.equal.items()}

    def note_told(self, phone, watch, dot):
        """R28: the phone believes a death that a watch told.  What nobody deleted is within its bounds."""
        uuid, t, (day, types) = self.uuid_of.get(dot), dot[1], self.trusted[watch]
        if not self.thief or uuid in self.ever_deleted:
            return
        line = max(day, self.day - RETENTION) - TRUST
        is_seen = dot in phone.state.rows
        # An incarnation that a restored phone forgot is that of whoever shows it first.
        is_own = not is_seen and (dot[0].startswith(watch + ".") or self.phone_restores > 0)
        if not is_own and not (is_seen and t in types and self.saved[uuid].end >= line):
            if is_seen and t not in types:
                raise Violation(f"I10: {watch} removes {uuid}, which it may not have")
            count = self.told[watch, t, self.day] = self.told.get((watch, t, self.day), 0) + 1
            if count > BRAKE:
                raise Violation(f"I10: {watch} removes {count} samples from before what it is trusted with")
        if uuid is None:
            self.condemned.add(dot)
        else:
            self.deleted.add(uuid)
            self.ever_deleted.add(uuid)

    def compare(self, w):
        """The roots of both sides, once a session has nothing more to say."""
        session = w.sessions.get("P")
        there = self.phone.sessions.get(w.device)
        if session is None or there is None or there.sid != session.sid or not there.hello \
                or not (session.ready and there.ready):
            return
        p, s = self.phone.state, w.state
        if there.hello.view != s.view or there.hello.grant != p.grants[w.device][0] \
                or any(self.wires.get(k) for k in ((w.name, "P"), ("P", w.name))) \
                or session.sent < len(s.log) or there.sent < len(p.log):
            return
        if p.cursor.get(w.device, ORIGIN) != s.head():
            raise Violation(f"I10: what {w.name} says comes to nothing")
        a, b = self.shared(w, self.phone), self.shared(w, w)
        if a != b:
            return
        if self.mutation == "held_is_compared" and self.shared(w, self.phone, ()) != b:
            raise Violation(f"I10: {w.name} and the phone compare for ever")
        self.phone.note_equal(w.device)
        self.phone.fsync()
        self.trusted[w.device] = (self.day, p.grants[w.device][1])

    def forgotten(self, node, before):
        """After `node` lost state: which outcomes may no longer be demanded?"""
        if not node.state.phone:
            self.heard = {pair for pair in self.heard if pair[0] != node.device}
        others = [n for n in self.nodes.values() if n is not node]
        for uuid, x in self.saved.items():
            if uuid in self.deleted:
                forgot = uuid in before.learned and uuid not in node.state.learned
                if forgot and not any(uuid in n.disk.learned for n in others):
                    self.excused.add(uuid)    # nobody else had been told
            elif not self.holders(uuid):
                self.excused.add(uuid)

    # -- network

    def post(self, node, peer, message):
        self.wires.setdefault((node.name, peer), []).append(message)
        self.old = (self.old + [(peer, message)])[-40:]

    def cut(self, node, session):
        peer = self.nodes.get(session.peer)
        for a, b in ((node.name, session.peer), (session.peer, node.name)):
            self.wires.pop((a, b), None)
        node.sessions.pop(peer.device, None)
        other = peer.sessions.get(node.device)
        if other is not None and other.sid == session.sid:
            peer.sessions.pop(node.device)

    def cut_all(self, node):
        for session in list(node.sessions.values()):
            self.cut(node, session)

    def connect(self, watch, forced=False):
        if "P" in watch.sessions:
            self.cut(watch, watch.sessions["P"])
        there = self.phone.sessions.get(watch.device)
        if there is not None:                                # the twin of a clone: one session at a time
            self.cut(self.phone, there)
        sid = self.fresh("s")
        watch.sessions["P"] = Session(sid, "P")
        self.phone.sessions[watch.device] = Session(sid, watch.name)
        for session in (watch.sessions["P"], self.phone.sessions[watch.device]):
            session.forced, session.view = forced, watch.state.view
        watch.begin(watch.sessions["P"])

    def deliver(self, src, dst):
        wire = self.wires.get((src, dst))
        if not wire:
            return False
        message = wire.pop(0)
        self.nodes[dst].hear(message)
        self.nodes[dst].receive(message)
        return True

    # -- checks

    def note_decided(self, device, t):
        pair = (device, t)
        self.heard.discard(pair)
        self.taken.pop(pair, None)
        if t not in self.phone.disk.grants[device][1]:
            self.taken[pair] = set()
        self.note_grants()

    def note_grants(self):
        """A grant that a restore brings back is no new decision."""
        for w in self.watches():
            version, types = self.phone.disk.grants[w.device]
            day, since = self.trusted[w.device]
            self.trusted[w.device] = (day, since | types)
            if (w.device, version) not in self.versions:
                self.versions.add((w.device, version))
                for (device, t), since in self.taken.items():
                    if device == w.device and t not in types:
                        since.add(version)
            self.heard |= {(device, t) for (device, t), since in self.taken.items()
                           if device == w.device and w.disk.grant in since}

    def check(self):
        p = self.phone.state
        self.note_grants()
        for node in self.nodes.values():
            s = node.state
            live = {x.uuid for x in s.rows.values()}
            back = live & s.learned
            if back:
                raise Violation(f"I2: {sorted(back)} came back on {node.name}")
        for uuid in p.had:
            if self.saved[uuid].dot not in p.rows and uuid not in self.deleted | self.excused:
                raise Violation(f"I1: the phone lost {uuid}")

    def shared(self, watch, node, held=None):
        """What the node can read of what the watch wants."""
        s = watch.state
        held = node.state.told_dead(watch.device) if held is None else held
        return {x.uuid for x in node.state.readable().values()
                if x.end >= s.floor and x.dot[1] in s.scope and x.dot not in held}

    def check_quiet(self):
        self.check()
        p = self.phone.state
        here = {x.uuid for x in p.rows.values()}
        must = set(self.saved) - self.deleted - self.excused
        if must - here:
            raise Violation(f"I1/I4: {sorted(must - here)} never reached the phone")
        for n in self.nodes.values():
            # A row that cannot be read is shown to nobody: only a phone that covers it can let it go.
            zombies = {x.uuid for d, x in n.state.rows.items()
                       if d not in n.state.damaged or d in p.vector} & (self.deleted - self.excused)
            if zombies:
                raise Violation(f"I2: {sorted(zombies)} deleted, still on {n.name}")
        for w in self.watches():
            if w.state.scope != p.grants[w.device][1]:
                raise Violation(f"I5: {w.name} follows an old grant")
            undone = {t for d, t in self.heard if d == w.device and t in w.state.scope}
            if undone and not self.cloned:
                raise Violation(f"R20: {w.name} has {sorted(undone)} again, which was revoked")
            a, b = self.shared(w, self.phone), self.shared(w, w)
            if a != b:
                raise Violation(f"I5: {w.name} lacks {sorted(a - b)}, has extra {sorted(b - a)}")

    # -- the end of a schedule

    def converge(self, rounds=3):
        for n in list(self.nodes.values()):
            self.cut_all(n)
        for _ in range(rounds):
            for w in self.watches():
                for attempt in range(8):
                    unequal = attempt and self.shared(w, self.phone) != self.shared(w, w)
                    lies = self.damage or self.thief and w.device == "W2"
                    self.connect(w, forced=bool(unequal and lies))
                    self.run_session(w)
                    if not self.person():
                        if not lies or attempt:
                            break
                w.prune()
                self.check()

    def run_session(self, w):
        for _ in range(60):
            if "P" not in w.sessions:
                return
            for n, peer in ((w, "P"), (self.phone, w.device)):
                n.pump(peer)
            moved = False
            while self.deliver(w.name, "P") or self.deliver("P", w.name):
                moved = True
                self.check()
            for n, peer in ((w, "P"), (self.phone, w.device)):
                if peer in n.sessions and n.sessions[peer].ack_due:
                    n.acknowledge(peer)
                    moved = True
            if not moved and not any(self.wires.get(k) for k in ((w.name, "P"), ("P", w.name))):
                self.compare(w)
                return

    def person(self):
        """Answer a raised brake.  Accept what users deleted; refuse what they did not."""
        acted = False
        for w in sorted({w.device for w in self.watches()}):
            if self.phone.state.told_dead(w) & set(self.phone.state.rows):
                self.phone.decide_held(w, lambda x: x.uuid in self.ever_deleted)
                acted = True
        for n in self.nodes.values():
            if n.braked is None:
                continue
            claimer, types, going = n.braked
            n.braked, acted = None, True
            if self.damage or self.thief and going - self.ever_deleted:
                for c in self.nodes.values():
                    if c.device == claimer:
                        c.distrust(types)
            else:
                n.accepted = types
        return acted

    def settle(self):
        late = [] if self.phone_restores else list(self.old)
        self.converge()
        self.check_quiet()
        for _ in range(3):
            self.day += RETENTION + 1
            self.converge(2)
            for n in self.nodes.values():
                n.collect()
        self.converge(2)
        self.check_quiet()
        if not self.cloned:
            for n in self.nodes.values():
                if n.state.tombs:
                    raise Violation(f"I7: {n.name} keeps {len(n.state.tombs)} tombstones for ever")
        for peer, message in late:         # messages of the schedule, after all tombstones are gone
            self.nodes[peer].receive(message)
            self.check()
        self.converge(2)
        self.check_quiet()


# ----------------------------------------------------------------------------------------- events

def pick(items, k):
    return items[k % len(items)] if items else None


def apply(w, event):
    """Run one event; one that does not fit the moment does nothing (so schedules can shrink)."""
    op, a, b, c = event
    nodes = list(w.nodes.values())
    node, watch = pick(nodes, a), pick(w.watches(), a)
    if op == "save":
        node.save(pick(TYPES, b), w.day - c)
    elif op == "delete":
        dot = pick(sorted(node.state.rows, key=str), b)
        if dot:
            node.delete(dot)
    elif op == "connect":
        w.connect(watch)
    elif op == "sync":                     # a whole session without a cut
        w.connect(watch)
        w.run_session(watch)
    elif op == "pump":
        for peer in list(node.sessions):
            node.pump(peer)
    elif op == "deliver":
        key = pick([k for k in w.wires if w.wires[k]], a)
        for _ in range(1 + b % 3):
            if key:
                w.deliver(*key)
    elif op == "ack":
        for peer in list(node.sessions):
            node.acknowledge(peer)
    elif op == "cut":
        w.cut_all(watch)
    elif op == "replay":                   # a message of any earlier moment arrives (again)
        old = pick(w.old, a)
        if old and old[0] in w.nodes:
            w.nodes[old[0]].receive(old[1])
    elif op == "crash":
        w.cut_all(node)
        node.crash()
    elif op == "fsync":
        node.fsync()
    elif op == "day":
        w.day += 1 + a % 3
    elif op == "away":
        for days in (0, RETENTION + 1):
            w.day += days
            for n in nodes:
                n.collect()
    elif op == "floor":                    # forward with the clock, or back to a longer window
        watch.move_floor(w.day - (1 + b % 7))
    elif op == "prune":
        watch.prune()
    elif op == "gc":
        node.collect()
    elif op == "grant":                    # toggle one type of one watch
        p, t = w.phone, pick(TYPES, b)
        p.touch()
        (n, _), types = p.state.grants[watch.device]
        p.state.decide(watch.device, n + 1, types ^ {t})
        p.fsync()
        w.note_decided(watch.device, t)
    elif op == "backup":
        state = node.disk.clone()
        state.removed = {}
        node.backups = (node.backups + [(w.day, state)])[-3:]
    elif op == "restore":
        usable = [s for d, s in node.backups if w.day - d < RETENTION]
        if usable:
            before = node.disk
            w.cut_all(node)
            node.state = pick(usable, b).clone()
            node.opened(c % 2 == 0)
            node.fsync()
            if node.state.phone:
                w.phone_restores += 1
                w.told = {}
                w.trust()
            w.forgotten(node, before)
    elif op == "clone":
        if len(w.nodes) == 3:
            twin = Node(w, watch.name + "x", watch.device, False)
            twin.state = watch.disk.clone()
            twin.opened(c % 2 == 0)
            twin.fsync()
            w.nodes[twin.name] = twin
            w.cloned = True
    elif op == "person":
        w.person()
    elif op == "compare":
        w.compare(watch)
    elif op == "undo":                     # undo profile: within a day
        if w.undo:
            recent = {d: v for d, v in node.state.removed.items() if w.day - v[1] <= 1}
            node.state.removed = recent
            if recent:
                node.undo(pick(sorted(recent, key=str), b))
    elif w.thief and op in ("forge", "claim", "sham", "unborn"):
        steal(w, w.nodes["W2"], op, b)
    elif op == "rot":                      # damage profile: rows vanish, the vector still claims them
        if w.damage:
            before = watch.disk
            w.cut_all(watch)
            watch.state = watch.disk.clone()
            for dot in sorted(watch.state.rows, key=str)[b % 2:]:
                del watch.state.rows[dot]
            watch.opened(False)
            watch.fsync()
            w.forgotten(watch, before)
    elif op == "spoil":                    # strain profile: columns cannot be read
        if w.strain:
            before = node.disk
            w.cut_all(node)
            node.state = node.disk.clone()
            node.state.damaged.update(sorted(node.state.rows, key=str)[b % 3::3])
            node.opened(False)
            node.fsync()
            w.forgotten(node, before)
    elif op == "force":
        if w.damage:
            w.connect(watch, forced=True)
            w.run_session(watch)
    w.check()


def steal(w, thief, op, b):
    """R28: what whoever took a watch over makes it say."""
    s, p = thief.state, w.phone.state
    if op == "forge":                      # that something is dead
        known = {d[0] for d in s.vector}
        dots = sorted((d for d in w.uuid_of if d[0] in known), key=str)
        dots += sorted({(i, t, n + 1) for i, t, n in dots if i[:2] == "W1"} - set(dots), key=str)
        dot = pick([d for d in dots if d not in s.tombs], b)
        if dot:
            thief.forge(dot)
    elif op == "claim":                    # that it has seen all, and holds what it holds
        s.vector |= p.presented()
        s.known.update({t: s.floor for t in s.scope})
        thief.fsync()
        w.connect(thief, forced=True)
        w.run_session(thief)
    elif op == "sham":                     # that it may have nothing, by settings that nobody decided
        w.connect(thief)
        hello = w.wires[thief.name, "P"][-1]
        hello.grant, hello.scope = (99, "sham"), frozenset()
        w.deliver(thief.name, "P")
    elif op == "unborn" and not w.phone.must_renew and p.incarnation:
        t = pick(TYPES, b)                 # that what the phone saves next is dead
        session = w.phone.sessions.get(thief.device)
        head = s.head()
        w.phone.receive(Message("log", session.sid if session else "", device=thief.device, start=head, end=head,
                                dots=[(p.incarnation, t, p.seq.get(t, 0) + 1)]))


WEIGHTS = [("save", 18), ("delete", 8), ("connect", 6), ("sync", 12), ("pump", 10), ("deliver", 18),
           ("ack", 6), ("cut", 3), ("replay", 5), ("crash", 2), ("fsync", 2), ("day", 6), ("away", 2),
           ("floor", 6), ("prune", 5), ("gc", 4), ("grant", 4), ("backup", 5), ("restore", 3),
           ("clone", 0.4), ("person", 1)]
DAMAGE = [("rot", 3), ("force", 3)]
STRAIN = [("spoil", 4)]
UNDO = [("undo", 8)]
THIEF = [("forge", 12), ("claim", 2), ("sham", 2), ("unborn", 2), ("compare", 3)]


# Skeletons of rare situations; a schedule may weave random events into one.  Fields: event, which
# node or watch (0 is P or W1), further choices; '?' is random.
STORIES = [line.split(";") for line in (
    "save 0;sync 0;delete 0;away;gc 0;away;gc 0;sync 0",
    "backup 0;save 0;save 1;sync 0;sync 1;delete ?;sync 0;restore 0;sync ?",
    "save 0;sync 0;delete 1;day 2;day 2;day 2;backup 0;sync 0;day 1;floor 0 0;sync 0;gc 1;restore 0",
    "save 0;sync 0;backup 0;delete 1;sync 0;gc 1;day 2;day 2;day 2;floor 0 0;restore 0;day 0;gc 1;sync 0",
    "backup 0;grant 0 0;sync 0;restore 0;grant 0 1;sync 0",
    "floor 0 6;sync 0;backup 1;floor 0 0;connect 0;deliver;deliver;deliver;deliver;save 0 ? 4;pump 0;"
    "restore 1;replay;replay;replay;replay;replay;replay",
    "backup 0;save ? 0;sync 0;restore 0;connect 0;deliver 0 0;deliver 0 0;replay;replay;replay;day 2;"
    "floor 0 0;prune 0",
    "save 0;save 0;sync 0;connect 0;deliver 0 2;deliver 0 2;delete 0;pump 0;delete 0;pump 0;cut 0;replay;"
    "replay;sync 0",
    "floor 0 0;backup 0;save 0 0 2;sync 1;sync 0;restore 0;floor 0 1;sync 0;sync 1",
    "grant 1 0;sync 1;backup 0;save 0 0;save 1 0;sync 0;restore 0;grant 1 0;sync 1;sync 0;sync 1",
    "save 1 0;sync 0;backup 1;delete 1;sync 0;sync 1;away;gc;restore 1;grant 0 0;sync 0;grant 0 0;sync 0",
    "save 1 0;backup 1;delete 1 0;sync 0;restore 1;away;grant 0 0;sync 0;grant 0 0;sync 0",
    "grant 0 0;sync 0;backup 0;grant 0 0;sync 0;save 0 0;save 1 0;sync 0;restore 0;sync 0;sync 1",
    "backup 0;save ? ? 0;save ? ? 0;sync 0;restore 0;grant 0 ?;floor 0 ?;sync 1;sync 0;grant 0 ?;sync 0",
    "save 0;sync 0;delete 0;away;away;pump 0;deliver;deliver",
    "floor 0 0;save 0 0 3;sync 0;backup 0;save 0;delete 0 1;sync 0;restore 0;sync 0;floor 0 5;sync 0;"
    "replay;replay;replay;replay;replay;replay",
)]
STRAIN_STORIES = [line.split(";") for line in (
    "save 0;sync 0;spoil 1;grant 0;delete 0;away;away",
    "save 0;sync 0;sync 1;spoil 1;delete 0;away;gc;away;gc;sync 0",
    "save 0;save 1;save 1;sync 0;spoil 1;sync 0;spoil 0;sync 0",
    "save 1;save 1;sync 0;spoil 0;day 2;day 2;floor 0 0;prune 0;sync 0;spoil 1;floor 0 6;sync 0",
    "save 0;sync 0;backup 0;delete 1;sync 0;restore 0;away;backup 0;floor 0 0;sync 0;gc 1;restore 0 1",
    "save 0;sync 0;backup 0;delete 1;sync 0;restore 0;away;backup 0;floor 0 0;replay 9;sync 0;gc 1;"
    "restore 0 1",
    "save 0;sync 0;backup 0;delete 1;sync 0;gc 1;backup 0;restore 0 0;day 2;day 2;day 2;backup 0;"
    "restore 0 1;day 2;floor 0 0;sync 0;gc 1;restore 0",
    "save 0;sync 0;backup 0;delete 1;sync 0;gc 1;restore 0;away;backup 0;backup 1;floor 0 0;sync 0;"
    "restore 1;floor 0 0;sync 0;gc 1;restore 0",
    "sync 0;backup 0;grant 0 1;sync 0;restore 0;grant 0 0;grant 0 0;sync 0",
)]


THIEF_STORIES = [line.split(";") for line in (
    "save 0;save 0;save 0;sync ?;away;forge;forge;forge;sync ?;sync ?;away;sync ?;person",
    "save 0 0;save 0 1;sync 1;grant 1 ?;sync 1;forge;forge;sync 1;day;grant 1 ?;sync 1",
    "save 0;save 1;sync 0;sync 1;claim;day 2;day 2;day 2;claim;person;sync ?",
    "save 0 0 7;save 0 0 7;save 0 0 7;floor 1 6;sync 1;backup 2;forge;forge;forge;sync 1;restore 2;sync 1",
    "save 0;save 1;sync 0;sync 1;forge;forge;unborn;unborn;save 0;save 1;sync 1;sync 0",
    "backup 0;save 1;sync 0;sync 1;restore 0;forge ? ?;sync 1;sync 0;save 1;save 1;sync 0",
    "floor 1 6;save 0 0 6;save 0 0 6;save 0 0 6;sync 1;floor 1 0;forge;forge;forge;sync 1;"
    "away;gc;sync 1;gc 2;floor 1 6;sync 1",
    "floor 1 6;save 0 0 6;save 0 0 6;save 0 0 6;sync 1;forge;forge;forge;sync 1;grant 1 0;sync 1;"
    "away;sync 1;gc 2;grant 1 0;sync 1;sync 1",
)]
UNDO_STORIES = [line.split(";") for line in (
    "save 0;sync 0;delete 0;sync 0;undo 0;undo 1;sync 0;delete ?;sync 0;undo ?;sync 0;sync 1",
    "save 0;save 0;sync 0;sync 1;delete 1;delete 1;undo 1;sync 0;sync 1;undo 0;away;gc;sync 0;sync 1",
    "save 1;sync 0;backup 0;delete 0;undo 0;sync 0;restore 0;sync 0;undo ?;sync 0",
    "save 0;sync 0;delete 0;sync 0;grant 0 0;undo 0;undo 1;sync 0;grant 0 0;sync 0;undo ?;sync 0",
)]


def schedule(rng, profile):
    damage = profile == "damage"
    less = {"damage": ("restore", "clone", "replay"), "thief": ("clone",)}.get(profile, ())
    weights = [(n, v) for n, v in WEIGHTS if n not in less]
    weights += {"damage": DAMAGE, "strain": STRAIN, "thief": THIEF, "undo": UNDO}.get(profile, [])
    # swarm testing: each schedule leaves some kinds of event out, so that the rest meet more often
    keep = [(n, v * rng.choice((0.3, 1, 3))) for n, v in weights
            if n in ("save", "sync") or rng.random() < 0.7]
    names, values = zip(*keep)

    def event(text=None):
        words = (text or rng.choices(names, values)[0]).split()
        numbers = [rng.randrange(k) if n == "?" else int(n)
                   for n, k in zip(words[1:] + ["?"] * (4 - len(words)), (60, 60, 8))]
        return (words[0], *numbers)

    if damage or rng.random() < 0.5:
        return [event() for _ in range(rng.choice((15, 30, 60, 90)))]
    events, noise = [], rng.choice((0, 0.1, 0.5))
    stories = {"strain": STRAIN_STORIES, "thief": THIEF_STORIES, "undo": UNDO_STORIES}
    for text in rng.choice(STORIES + stories.get(profile, [])):
        while rng.random() < noise:
            events.append(event())
        events.append(event(text))
    return events


def run(events, mutation, profile):
    """Return the violation's text, or None."""
    w = World(mutation, profile)
    try:
        for event in events:
            apply(w, event)
        w.settle()
    except Violation as v:
        return str(v)
    return None


def shrink(events, mutation, profile):
    """Remove events while some violation remains, then make the numbers small."""
    size = max(1, len(events) // 2)
    while size:
        i = 0
        while i < len(events):
            shorter = events[:i] + events[i + size:]
            if run(shorter, mutation, profile):
                events = shorter
            else:
                i += size
        size //= 2
    for i, (op, *numbers) in enumerate(events):
        for j in range(3):
            for small in range(min(numbers[j], 6)):
                trial = numbers[:j] + [small] + numbers[j + 1:]
                if run(events[:i] + [(op, *trial)] + events[i + 1:], mutation, profile):
                    numbers = trial
                    events = events[:i] + [(op, *numbers)] + events[i + 1:]
                    break
    return events


def profiles(index, mutation=None):
    """In which profiles a run is made: a mutation is hunted where it can show."""
    if mutation in NEEDS:
        return (NEEDS[mutation],)
    usual = "damage" if index % 8 == 7 else "normal"
    return (usual,) if mutation or index % 2 else (usual, "strain", "thief", "undo")


def drawn(seed, index, profile):
    """The schedule of a run; those of one profile stay what they are whatever others there are."""
    return schedule(random.Random(f"{seed}/{index}"), profile)


def hunt(runs, seed, mutation, only=None, brief=False):
    """Try seeded schedules until a violation; print it, shrunk if not brief.  Returns the run's index or
    None."""
    for i in range(runs):
        for profile in [only] if only else profiles(i, mutation):
            events = drawn(seed, i, profile)
            violation = run(events, mutation, profile)
            if violation is None:
                continue
            if brief:
                print(f"run {i}: {violation}")
                return i
            small = shrink(events, mutation, profile)
            note = "" if profile == "normal" else f" ({profile} profile)"
            print(f"run {i}{note}: {run(small, mutation, profile)}")
            for event in small:
                print("   ", *event)
            return i
    return None


def main():
    parser = argparse.ArgumentParser(description="Model check of the sync rules.")
    parser.add_argument("--runs", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", choices=PROFILES)
    parser.add_argument("--mutate", choices=sorted(MUTATIONS), metavar="NAME")
    parser.add_argument("--all-mutations", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for name, text in MUTATIONS.items():
            print(f"{name:24}{text}")
        return 0
    if options.all_mutations:
        missed = [m for m in MUTATIONS
                  if print(f"== {m}: {MUTATIONS[m]}", flush=True)
                  or hunt(options.runs, options.seed, m, options.profile, brief=True) is None]
        print("not found:", ", ".join(missed) or "none")
        return 1 if missed else 0
    found = hunt(options.runs, options.seed, options.mutate, options.profile)
    if options.mutate:
        print("mutation found" if found is not None else "mutation NOT found")
        return 0 if found is not None else 1
    print("violation" if found is not None else f"{options.runs} runs clean")
    return 1 if found is not None else 0


if __name__ == "__main__":
    sys.exit(main())
