import type { Arrival } from '../provider.ts';
import type { Contents } from './contents.ts';
import type { Faults } from './faults.ts';
import type { FakeFolder, Mailbox } from './mailbox.ts';
import type { Pause } from './pace.ts';

export type ArrivalParts = { mailbox: Mailbox; contents: Contents; faults: Faults; pause: Pause };

/** These messages without their bytes, newest first, each once, however the server lists them. */
export async function arrivalsAt(
  parts: ArrivalParts,
  folder: FakeFolder,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<Arrival[]> {
  const listed = await listedArrivals(parts, folder, uids, signal);
  const byUid = new Map(listed.map((arrival) => [arrival.uid, arrival]));
  return [...byUid.values()].toSorted((a, b) => b.uid - a.uid);
}

async function listedArrivals(
  { mailbox, contents, faults, pause }: ArrivalParts,
  folder: FakeFolder,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<Arrival[]> {
  const { path, uidvalidity } = folder;
  const arrivals: Arrival[] = [];
  signal.throwIfAborted();
  for (const uid of uids) {
    await pause(signal);
    // The folder may have changed during the pause; what it lost or gave up is told the next time.
    const place = uidvalidity === folder.uidvalidity ? mailbox.place(folder, uid) : undefined;
    if (!place) continue;
    const { message, flags, modseq } = place;
    const ref = { folder: path, uidvalidity, uid };
    const told = contents.toldOf(message);
    const size = faults.take('wrong-size', ref) ? 2 * told.size : told.size;
    arrivals.push({ ...ref, flags, modseq, received: contents.receivedAt(message), ...told, size });
  }
  return misordered(faults, path, arrivals);
}

function misordered(faults: Faults, folder: string, arrivals: Arrival[]): Arrival[] {
  const listed = faults.take('duplicate-arrivals', { folder }) ? [...arrivals, ...arrivals] : arrivals;
  if (!faults.take('unordered-arrivals', { folder })) return listed;
  const isOdd = ({ uid }: Arrival) => uid % 2 === 1;
  return [...listed.filter(isOdd), ...listed.filter((arrival) => !isOdd(arrival))];
}
