import type { Arrival, MessageRef } from '../provider.ts';
import type { Contents } from './contents.ts';
import type { Faults } from './faults.ts';
import { requireFolder, type FakeFolder, type FakeMailbox } from './mailbox.ts';
import type { Pause } from './pause.ts';

export type ArrivalDeps = { mailbox: FakeMailbox; contents: Contents; faults: Faults; pause: Pause };

/** These messages without their bytes, newest first, each once, whatever the order of the server's list. */
export async function arrivalsAt(
  deps: ArrivalDeps,
  folder: FakeFolder,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<Arrival[]> {
  const listed = await listedArrivals(deps, folder, uids, signal);
  const byUid = new Map(listed.map((arrival) => [arrival.uid, arrival]));
  return [...byUid.values()].toSorted((a, b) => b.uid - a.uid);
}

/** These messages without their bytes. Messages of a folder that was renumbered are gone. */
export async function describeMessages(
  deps: ArrivalDeps,
  refs: readonly MessageRef[],
  signal: AbortSignal,
): Promise<Arrival[]> {
  const described: Arrival[] = [];
  for (const [path, inFolder] of Map.groupBy(refs, (ref) => ref.folder)) {
    const folder = requireFolder(deps.mailbox, path);
    const uids = inFolder.filter((ref) => ref.uidvalidity === folder.uidvalidity).map(({ uid }) => uid);
    described.push(...(await arrivalsAt(deps, folder, uids, signal)));
  }
  return described;
}

async function listedArrivals(
  { mailbox, contents, faults, pause }: ArrivalDeps,
  folder: FakeFolder,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<Arrival[]> {
  const { path, uidvalidity } = folder;
  const arrivals: Arrival[] = [];
  signal.throwIfAborted();
  for (const uid of uids) {
    await pause(signal);
    // The folder may have changed during the pause; its removals and changes are reported the next time.
    const placement = uidvalidity === folder.uidvalidity ? mailbox.placement(folder, uid) : undefined;
    if (!placement) continue;
    const { message, flags, modseq } = placement;
    const ref = { folder: path, uidvalidity, uid };
    const metadata = contents.metadataOf(message);
    const size = faults.consume('wrong-size', ref) ? 2 * metadata.size : metadata.size;
    arrivals.push({ ...ref, flags, modseq, received: contents.receivedAt(message), ...metadata, size });
  }
  return withOrderFaults(faults, path, arrivals);
}

function withOrderFaults(faults: Faults, folder: string, arrivals: Arrival[]): Arrival[] {
  const listed = faults.consume('duplicate-arrivals', { folder }) ? [...arrivals, ...arrivals] : arrivals;
  if (!faults.consume('unordered-arrivals', { folder })) return listed;
  const isOdd = ({ uid }: Arrival) => uid % 2 === 1;
  return [...listed.filter(isOdd), ...listed.filter((arrival) => !isOdd(arrival))];
}
