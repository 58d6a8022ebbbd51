import type { Send } from '../../data/queries/outbox.ts';

/** First the sends that need the user, then those in progress, then finished ones. */
const groupOrder = ['asks', 'waits', 'went'] as const;
type SendGroup = (typeof groupOrder)[number];

/** The sends of each group that has any; waiting sends are ordered by their time. */
export function groupsOf(sends: readonly Send[]): { group: SendGroup; sends: Send[] }[] {
  const grouped = Map.groupBy(
    sends.filter(({ state }) => state !== 'cancelled'),
    groupOf,
  );
  return groupOrder.flatMap((group) => {
    const members = grouped.get(group) ?? [];
    return members.length > 0 ? [{ group, sends: group === 'waits' ? soonest(members) : members }] : [];
  });
}

/** The number of sends that need the user, and of those in progress. */
export function outboxCounts(sends: readonly Send[]): { needsAttention: number; onTheWay: number } {
  const groups = Map.groupBy(sends, ({ state }) => state);
  const of = (...states: Send['state'][]) => states.reduce((sum, state) => sum + (groups.get(state)?.length ?? 0), 0);
  return { needsAttention: of('failed', 'unknown'), onTheWay: of('queued', 'sending') };
}

function groupOf({ state }: Send): SendGroup | undefined {
  switch (state) {
    case 'failed':
    case 'unknown':
      return 'asks';
    case 'queued':
    case 'sending':
      return 'waits';
    case 'sent':
      return 'went';
    case 'cancelled':
      return undefined;
  }
}

function soonest(sends: readonly Send[]): Send[] {
  return sends.toSorted((a, b) => a.next_at.localeCompare(b.next_at));
}
