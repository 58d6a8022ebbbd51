import { forgetLeftover, leftoversOf, placeOf, type Leftover } from '../../mail/draft-links.ts';
import { labelMap } from '../../mail/labels.ts';
import type { Operation, Outcome, Provider, Ref } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { placesOnServer } from './places.ts';

/** How versions are taken off a server. */
export type ExpungeParts = {
  provider: Provider;
  /** Where mail has to lie to be deleted, on servers where an expunge only takes a label off. */
  bin: string | undefined;
};

/**
 * Takes every version off the server that has had its time. `endedPass` is the latest sync pass that has ended. What the
 * server does not let go is tried again the next time. Throws ProviderError where it is out of reach.
 */
export async function expungeLeftovers(
  { db, account, ...parts }: ExpungeParts & { db: WriteDb; account: { id: number } },
  endedPass: number,
  signal: AbortSignal,
): Promise<void> {
  for (const leftover of leftoversOf(db, account.id))
    if (await isOver(parts, leftover, endedPass, signal)) forgetLeftover(db, leftover);
}

/** Expunges it, and says whether nothing of it can lie there any more. */
async function isOver(
  parts: ExpungeParts,
  leftover: Leftover,
  endedPass: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { folder, uidvalidity, header_id, pass } = leftover;
  const place = placeOf(leftover);
  const gone = place ? await expunge(parts, [place], signal) : [];
  if (!gone.every(isDone)) return false;
  if (header_id === null || gone.some(({ ok }) => ok)) return true;
  // Its folder may have been numbered anew. Under the numbers it had, another program may have written it anew.
  const found = await placesOnServer(parts.provider, { folder, header_id }, signal);
  const left = found.filter((ref) => ref.uidvalidity !== uidvalidity);
  const outcomes = await expunge(parts, left, signal);
  // What nobody has seen there yet may be on its way until a later pass has told what lies there.
  return outcomes.every(isDone) && (place !== undefined || left.length > 0 || pass < endedPass);
}

/** Takes these versions away for good; an outcome each. */
export async function expunge(
  { provider, bin }: ExpungeParts,
  refs: readonly Ref[],
  signal: AbortSignal,
): Promise<Outcome[]> {
  if (refs.length === 0) return [];
  const asked = refs.map((ref): Operation =>
    bin === undefined ? { do: 'expunge', ref } : { do: 'move', ref, to: bin },
  );
  const outcomes = await provider.apply(asked, signal);
  const binned = bin === undefined ? [] : outcomes.flatMap((outcome) => (outcome.ok && outcome.moved_to) || []);
  if (binned.length > 0)
    await provider.apply(
      binned.map((ref) => ({ do: 'expunge', ref })),
      signal,
    );
  return outcomes;
}

export function isDone(outcome: Outcome): boolean {
  return outcome.ok || outcome.isGone === true;
}

/** Where folders are labels, what is expunged only loses one, unless it lies in the bin. */
export function binOf(db: ReadDb, account: number, { capabilities }: Provider): string | undefined {
  if (!capabilities.labels) return undefined;
  return [...labelMap(db, account).byPath.values()].find(({ role }) => role === 'trash')?.provider_id;
}
