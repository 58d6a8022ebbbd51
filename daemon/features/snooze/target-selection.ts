import type { SkippedMessage } from '../../mail/mutations/apply.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import type { ChosenTargets } from '../../mail/mutations/targets/targets.ts';
import type { ReadDb } from '../../store/db.ts';
import { snoozeFactsOf, type SnoozeFacts } from './store.ts';

/** The messages of each thread in the inbox or snoozed; if there are none, its newest received message. */
export function messagesToSnooze(db: ReadDb, chosen: ChosenTargets): ChosenTargets {
  const byAccount = chosen.byAccount.map(({ account, targets }) => {
    const threads = Map.groupBy(snoozeFactsOf(db, targets), ({ thread }) => thread);
    const selectedIds = new Set([...threads.values()].flatMap(snoozableAmong).map(({ id }) => id));
    return { account, targets: targets.filter(({ id }) => selectedIds.has(id)) };
  });
  return { ...chosen, byAccount: byAccount.filter(({ targets }) => targets.length > 0) };
}

function snoozableAmong(members: readonly SnoozeFacts[]): readonly SnoozeFacts[] {
  const shown = members.filter((each) => each.is_in_inbox || each.is_away);
  if (shown.length > 0) return shown;
  const others = members.filter(({ flags }) => !(flags & (flagBits.SENT | flagBits.DRAFT)));
  return (others.length > 0 ? others : members).toSorted((a, b) => b.position - a.position).slice(0, 1);
}

/** Leaves out drafts and messages that the user sent. */
export function withoutOwnMail(db: ReadDb, chosen: ChosenTargets): ChosenTargets {
  const skipped: SkippedMessage[] = [...chosen.skipped];
  const byAccount = chosen.byAccount.map(({ account, targets }) => {
    const facts = new Map(snoozeFactsOf(db, targets).map((each) => [each.id, each]));
    const others = targets.filter(({ id, message_id }) => {
      const reason = skipReason(facts.get(id));
      if (reason !== undefined) skipped.push({ message_id, outcome: 'skipped', reason, account });
      return reason === undefined;
    });
    return { account, targets: others };
  });
  return { skipped, byAccount: byAccount.filter(({ targets }) => targets.length > 0) };
}

function skipReason(facts: SnoozeFacts | undefined): string | undefined {
  if (!facts || facts.is_in_inbox || facts.is_away) return undefined;
  if (facts.flags & flagBits.DRAFT) return 'A draft can’t be snoozed.';
  if (facts.flags & flagBits.SENT) return 'Mail that you sent can’t be snoozed. Set a reminder instead.';
  return undefined;
}
