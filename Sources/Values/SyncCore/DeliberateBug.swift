/// Ways to get a rule wrong, each by its number and what happens instead.
package enum DeliberateBug: String, Hashable, Sendable, CaseIterable {
  /// R4: a walk that found nothing counts for what came after it began, too.
  case walkCountsForLater = "walk_counts_for_later"
  /// R6: an insert that is covered and absent is taken again.
  case readdCovered = "readd_covered"
  /// R9: the death of an unseen dot is not remembered.
  case deadWithoutCover = "dead_without_cover"
  /// R7: a batch filtered for an earlier floor or scope is applied.
  case viewUnchecked = "view_unchecked"
  /// R16: moving the floor back keeps the claim to know that range.
  case floorBackKnown = "floor_back_known"
  /// R18: purging a revoked type keeps the claim to know it.
  case purgeKeepsKnown = "purge_keeps_known"
  /// R18: purging a revoked type drops its tombstones too.
  case purgeDropsTombs = "purge_drops_tombs"
  /// R15: rows are pruned without the phone's receipt.
  case pruneWithoutReceipt = "prune_without_receipt"
  /// R15: only own rows need a receipt to be pruned.
  case pruneForeignFreely = "prune_foreign_freely"
  /// R14: receipts are merged with earlier ones, not replaced.
  case receiptMerged = "receipt_merged"
  /// R14: an acknowledgement from an earlier session is a receipt.
  case receiptAnySession = "receipt_any_session"
  /// R5: a watch sends skips for dots it merely lacks.
  case watchSkips = "watch_skips"
  /// R14: rows are pruned under the receipt of an earlier session.
  case pruneBetweenSessions = "prune_between_sessions"
  /// R14: taking a receipt does not prune at once.
  case pruneLater = "prune_later"
  /// R19: the phone refuses uploads of a type revoked meanwhile.
  case uploadByScope = "upload_by_scope"
  /// R17: a refill brings back what has a tombstone.
  case fillOverTombs = "fill_over_tombs"
  /// R17: after a refill dots stay covered that the phone itself does not cover.
  case fillKeepsCover = "fill_keeps_cover"
  /// R17: a refill of an earlier session is applied.
  case fillAnySession = "fill_any_session"
  /// R8: a log message moves the cursor although it does not start there.
  case logGap = "log_gap"
  /// R10: a log cursor is a position only, without the incarnation.
  case cursorUntagged = "cursor_untagged"
  /// R11: the log is used although tombstones behind the cursor are gone.
  case noHorizon = "no_horizon"
  /// R11: the horizon is checked in the handshake only.
  case horizonOnce = "horizon_once"
  /// R11: a phone that forgot deletions while roots were compared ends the reconciliation all the same.
  case horizonUnseen = "horizon_unseen"
  /// R12: a watch drops unacknowledged tombstones of a silent phone.
  case watchCollectsUnacknowledged = "watch_gc_unacked"
  /// R12: tombstone age counts from the deletion, not from the last acknowledgement.
  case ageFromDelete = "gc_age_from_delete"
  /// R12: a peer that presents an earlier position begins no age of tombstones anew.
  case ageGoesOn = "gc_age_goes_on"
  /// R12: a phone that shows another incarnation begins no age of tombstones anew.
  case ageOutlivesIncarnation = "gc_age_outlives_incarnation"
  /// R12: a tombstone goes by the clock, without a fresh handshake.
  case collectByClock = "gc_by_clock"
  /// R12: tombstones are kept for ever.
  case collectNever = "gc_never"
  /// R13: rows below the floor of the peer's list are judged, too.
  case reconcileUnbounded = "reconcile_unbounded"
  /// R13: reconciliation compares live dots only.
  case reconcileWithoutTombs = "reconcile_no_tombs"
  /// R13: rows that a watch keeps below its floor, for their groups, are in no list.
  case keptRowsUnlisted = "kept_rows_unlisted"
  /// R13: the phone's answer ends at the floor of the hello, however far the watch's claim goes down.
  case keptRowsUnanswered = "kept_rows_unanswered"
  /// R13: the absent side is believed down to its floor, not its known-from.
  case reconcileUsesFloor = "reconcile_uses_floor"
  /// R2: a new incarnation only when the restore is announced.
  case incarnationWhenTold = "incarnation_when_told"
  /// R3: messages speak of state that is not durable.
  case tellBeforeCommit = "tell_before_fsync"
  /// R3: a save is acknowledged before it is durable.
  case saveBeforeCommit = "save_before_fsync"
  /// R20: a restored phone does not re-issue grants above the watch's copy.
  case settingsNotReissued = "grants_not_reissued"
  /// R20: what a restored phone has decided since passes the number of what it lost, and the watch is told that.
  case settingsOvertaken = "grants_overtaken"
  /// R22: no limit on inferred deletions.
  case noBrake = "no_brake"
  /// R22: a second question leaves out what was accepted at the first.
  case brakeAsksTheRest = "brake_asks_the_rest"
  /// R22: refusing a braked deletion leaves the false claim in place.
  case refuseKeepsClaim = "refuse_keeps_claim"
  /// R28: a watch is believed as far back as it says.
  case trustTheFloor = "trust_the_floor"
  /// R28: deaths of types that the watch may not have pass as others do.
  case freeOutOfScope = "free_out_of_scope"
  /// R28: older deaths pass, however many.
  case noAllowance = "no_allowance"
  /// R28: what follows from a list of the watch is not held.
  case inferenceIsFree = "inference_is_free"
  /// R28: the phone buries a dot that it has never seen, whoever writes under its incarnation.
  case killsTheUnborn = "kills_the_unborn"
  /// R28: the cursor stays before a death that is held.
  case heldStopsCursor = "held_stops_cursor"
  /// R28: the phone counts held samples when it compares with the watch.
  case heldIsCompared = "held_is_compared"
  /// R28: a death stays held although its watch lists the sample as live.
  case heldForEver = "held_for_ever"
  /// R28: refusing a death leaves the row as it is.
  case refuseUncovers = "refuse_uncovers"
  /// R20: settings count that a watch shows, whoever made them.
  case settingsUnsealed = "settings_unsigned"
  /// R24: roots are not compared while something cannot be read.
  case damageStopsComparing = "damage_stops_comparing"
  /// R24: the phone has not said all while there is something that it cannot read, and so cannot say.
  case damageIsUnsaid = "damage_is_unsaid"
  /// R25: a claim that waits for credit counts as told, and acknowledgements refer to it.
  case claimToldEarly = "claim_told_early"
  /// R25: an acknowledgement that refers to a vector on its way ends the session.
  case vectorMustBeHere = "vector_must_be_here"
  /// R7: settings that come once more are answered by a hello of the same view.
  case sameViewAgain = "same_view_again"
  /// R25: a phone takes a second hello whose vector it has to ask for as nonsense.
  case asksOnce = "asks_once"
  /// R27: what a watch tells of workouts it tells in its hello alone.
  case workoutsToldOnce = "workouts_told_once"
}
