import type { Skipped } from '../../mail/apply.ts';
import { flagBits } from '../../mail/flags.ts';
import type { Chosen } from '../../mail/mutations/targets.ts';
import type { ReadDb } from '../../store/db.ts';
import { factsOf, type Facts } from './store.ts';

/** Of each conversation what lies in the inbox or is away; where nothing does, the newest message that came in. */
export function partsToSnooze(db: ReadDb, chosen: Chosen): Chosen {
  const byAccount = chosen.byAccount.map(({ account, targets }) => {
    const threads = Map.groupBy(factsOf(db, targets), ({ thread }) => thread);
    const wanted = new Set([...threads.values()].flatMap(partOf).map(({ id }) => id));
    return { account, targets: targets.filter(({ id }) => wanted.has(id)) };
  });
  return { ...chosen, byAccount: byAccount.filter(({ targets }) => targets.length > 0) };
}

function partOf(members: readonly Facts[]): readonly Facts[] {
  const shown = members.filter((each) => each.is_in_inbox || each.is_away);
  if (shown.length > 0) return shown;
  const others = members.filter(({ flags }) => !(flags & (flagBits.SENT | flagBits.DRAFT)));
  return (others.length > 0 ? others : members).toSorted((a, b) => b.position - a.position).slice(0, 1);
}

/** Drafts, and what its owner sent, are left as they are. */
export function withoutOwnMail(db: ReadDb, chosen: Chosen): Chosen {
  const left: Skipped[] = [...chosen.left];
  const byAccount = chosen.byAccount.map(({ account, targets }) => {
    const facts = new Map(factsOf(db, targets).map((each) => [each.id, each]));
    const others = targets.filter(({ id, message_id }) => {
      const reason = whyNot(facts.get(id));
      if (reason !== undefined) left.push({ message_id, outcome: 'skipped', reason, account });
      return reason === undefined;
    });
    return { account, targets: others };
  });
  return { left, byAccount: byAccount.filter(({ targets }) => targets.length > 0) };
}

function whyNot(facts: Facts | undefined): string | undefined {
  if (!facts || facts.is_in_inbox || facts.is_away) return undefined;
  if (facts.flags & flagBits.DRAFT) return 'A draft cannot be snoozed.';
  if (facts.flags & flagBits.SENT) return 'Mail that you sent cannot be snoozed. A reminder brings it back to mind.';
  return undefined;
}
