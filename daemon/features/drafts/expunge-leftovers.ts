import { removeLeftover, leftoversOf, serverRefOf, type Leftover } from '../../mail/drafts/server-links.ts';
import { labelMap } from '../../mail/labels/labels.ts';
import type { Operation, OperationOutcome, Provider, MessageRef } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { findOnServer } from './find-on-server.ts';

/** How versions are taken off a server. */
export type ExpungeDeps = {
  provider: Provider;
  /** Where mail has to lie to be deleted, on servers where an expunge only takes a label off. */
  trashFolder: string | undefined;
};

/**
 * Takes every version off the server that has had its time. `endedPass` is the latest sync pass that has ended. What the
 * server does not let go is tried again the next time. Throws ProviderError where it is out of reach.
 */
export async function expungeLeftovers(
  { db, account, ...deps }: ExpungeDeps & { db: WriteDb; account: { id: number } },
  endedPass: number,
  signal: AbortSignal,
): Promise<void> {
  for (const leftover of leftoversOf(db, account.id))
    if (await expungeLeftover(deps, leftover, endedPass, signal)) removeLeftover(db, leftover);
}

/** Expunges it, and says whether nothing of it can lie there any more. */
async function expungeLeftover(
  deps: ExpungeDeps,
  leftover: Leftover,
  endedPass: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { folder, uidvalidity, header_id, pass } = leftover;
  const versionRef = serverRefOf(leftover);
  const firstOutcomes = versionRef ? await expunge(deps, [versionRef], signal) : [];
  if (!firstOutcomes.every(isExpunged)) return false;
  if (header_id === null || firstOutcomes.some(({ ok }) => ok)) return true;
  // Its folder may have been numbered anew. Under the numbers it had, another program may have written it anew.
  const found = await findOnServer(deps.provider, { folder, header_id }, signal);
  const remaining = found.filter((ref) => ref.uidvalidity !== uidvalidity);
  const outcomes = await expunge(deps, remaining, signal);
  // What nobody has seen there yet may be on its way until a later pass has told what lies there.
  return outcomes.every(isExpunged) && (versionRef !== undefined || remaining.length > 0 || pass < endedPass);
}

/** Takes these versions away for good; an outcome each. */
export async function expunge(
  { provider, trashFolder }: ExpungeDeps,
  refs: readonly MessageRef[],
  signal: AbortSignal,
): Promise<OperationOutcome[]> {
  if (refs.length === 0) return [];
  const operations = refs.map((ref): Operation =>
    trashFolder === undefined ? { do: 'expunge', ref } : { do: 'move', ref, to: trashFolder },
  );
  const outcomes = await provider.apply(operations, signal);
  const inTrash =
    trashFolder === undefined ? [] : outcomes.flatMap((outcome) => (outcome.ok && outcome.moved_to) || []);
  if (inTrash.length > 0)
    await provider.apply(
      inTrash.map((ref) => ({ do: 'expunge', ref })),
      signal,
    );
  return outcomes;
}

export function isExpunged(outcome: OperationOutcome): boolean {
  return outcome.ok || outcome.isGone === true;
}

/** Where folders are labels, what is expunged only loses one, unless it lies in the bin. */
export function trashFolderOf(db: ReadDb, account: number, { capabilities }: Provider): string | undefined {
  if (!capabilities.labels) return undefined;
  return [...labelMap(db, account).byPath.values()].find(({ role }) => role === 'trash')?.provider_id;
}
