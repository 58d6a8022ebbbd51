import { removeLeftover, leftoversOf, serverRefOf, type Leftover } from '../../mail/drafts/server-links.ts';
import { labelMap } from '../../mail/labels/labels.ts';
import type { Operation, OperationOutcome, Provider, MessageRef } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { findOnServer } from './find-on-server.ts';

/** How versions are deleted from a server. */
type ExpungeDeps = {
  provider: Provider;
  /** The folder from which mail can be deleted, for servers on which an expunge only removes a label. */
  trashFolder: string | undefined;
};

/**
 * Deletes obsolete versions from the server. `endedPass` is the latest sync pass that ended. Versions that the server does
 * not delete are tried again the next time. Throws ProviderError if the server is unreachable.
 */
export async function expungeLeftovers(
  { db, account, ...deps }: ExpungeDeps & { db: WriteDb; account: { id: number } },
  endedPass: number,
  signal: AbortSignal,
): Promise<void> {
  for (const leftover of leftoversOf(db, account.id))
    if (await expungeLeftover(deps, leftover, endedPass, signal)) removeLeftover(db, leftover);
}

/** Expunges a version; returns whether it is certainly gone. */
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
  // The folder may have a new UIDVALIDITY. Another program may have rewritten the draft under its old UID.
  const found = await findOnServer(deps.provider, { folder, header_id }, signal);
  const remaining = found.filter((ref) => ref.uidvalidity !== uidvalidity);
  const outcomes = await expunge(deps, remaining, signal);
  // A version that no pass has seen yet may still arrive until a later pass shows the content of the folder.
  return outcomes.every(isExpunged) && (versionRef !== undefined || remaining.length > 0 || pass < endedPass);
}

/** Deletes these versions permanently; returns an outcome for each. */
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

/** If folders are labels, an expunge only removes a label, except in the trash. */
export function trashFolderOf(db: ReadDb, account: number, { capabilities }: Provider): string | undefined {
  if (!capabilities.labels) return undefined;
  return [...labelMap(db, account).byPath.values()].find(({ role }) => role === 'trash')?.provider_id;
}
