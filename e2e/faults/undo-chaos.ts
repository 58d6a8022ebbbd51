import { labelMap } from '../../daemon/mail/labels/labels.ts';
import { displayedPlacements } from '../../daemon/mail/mutations/displayed-placements.ts';
import { flagsText } from '../../daemon/mail/messages/placements.ts';
import { sql } from '../../daemon/store/db.ts';
import { openSecondClient, serverFolders } from '../peers/support/second-client.ts';
import { openMutationFixture, type MutationFixture, type MutationFixtureOptions } from './mutation-fixture.ts';
import { faultsOf, type ChaosRound } from './sync-chaos.ts';

/** The result of a mailbox in which everything was undone; `faults` has a sentence for each fault. */
type UndoChaosResult = { mutations: number; undone: number; faults: string[] };

/**
 * A simulated user changes the mail of `user` at random and undoes everything, the last action first, while the faults of
 * `rounds` occur; no other client changes that mail. Whenever all operations are pushed, the server has what Posthorn
 * shows, and after a complete undo exactly what it had before.
 */
export async function runUndoChaos(
  options: MutationFixtureOptions & { rounds: readonly ChaosRound[] },
): Promise<UndoChaosResult> {
  const fixture = await openMutationFixture(options);
  const undoStack = createUndoStack(fixture);
  try {
    await undoStack.compare();
    for (const { changes, disruption } of options.rounds) {
      for (let done = 0; done < changes; done++) {
        if (fixture.random.chance(0.15)) await fixture.untilPushed();
        await (fixture.random.chance(0.45) ? undoStack.undo() : undoStack.act());
      }
      await fixture.disrupt(disruption);
      if (fixture.random.chance(0.4)) await undoStack.compare();
    }
    while (undoStack.depth() > 0) await undoStack.undo();
    await undoStack.compare();
    const faults = [...undoStack.faults, ...(await fixture.completions.faults())];
    await fixture.daemon.stop();
    return {
      ...undoStack.tally,
      faults: [...faults, ...(await faultsOf(fixture.home, options.dovecot, options.user))],
    };
  } finally {
    await fixture.close();
  }
}

/** The actions that were not undone, the last at the end, and the state of the server before them. */
function createUndoStack(fixture: MutationFixture) {
  const mutationIds: string[] = [];
  /** By the number of actions at that moment. */
  const states = new Map<number, string[]>();
  /** The state of a message when it was last changed. */
  const shown = new Map<number, string>();
  const faults: string[] = [];
  const tally = { mutations: 0, undone: 0 };

  const recordShown = (mutation_id: string) => {
    for (const message of messagesOf(fixture, mutation_id)) shown.set(message, shownPlacements(fixture, message));
  };

  const push = (mutation_id: string) => {
    mutationIds.push(mutation_id);
    for (const depth of states.keys()) if (depth >= mutationIds.length) states.delete(depth);
  };

  const undoMutation = async (mutation_id: string) => {
    const action = fixture.record(await fixture.actor.undo(fixture.daemon, mutation_id));
    tally.undone++;
    if (action.mutation_id !== undefined) recordShown(action.mutation_id);
    if (action.mutation_id === undefined || action.skipped > 0)
      faults.push(`Nobody has changed anything since, and still not all was taken back: ${action.description}`);
    return action;
  };

  return {
    faults,
    tally,
    depth: () => mutationIds.length,
    async act() {
      const action = fixture.record(await fixture.actor.act(fixture.daemon));
      if (action.mutation_id === undefined) return;
      tally.mutations++;
      recordShown(action.mutation_id);
      if (action.undoable) push(action.mutation_id);
    },
    /** Undoes the last action; sometimes undoes that too. */
    async undo() {
      const last = mutationIds.pop();
      if (last === undefined) return;
      const { mutation_id, undoable } = await undoMutation(last);
      if (!undoable || mutation_id === undefined || !fixture.random.chance(0.15)) return;
      const again = await undoMutation(mutation_id);
      if (again.mutation_id !== undefined) push(again.mutation_id);
    },
    async compare() {
      await fixture.untilConfirmed();
      for (const [message, then] of shown) {
        const now = shownPlacements(fixture, message);
        if (now !== then) faults.push(`The message ${message} was shown in ${then} and is in ${now}.`);
      }
      shown.clear();
      const now = await serverPlacements(fixture);
      const then = states.get(mutationIds.length);
      if (then) faults.push(...placementDifferences(then, now));
      else states.set(mutationIds.length, now);
    },
  };
}

function messagesOf({ reader }: MutationFixture, mutation_id: string): number[] {
  return reader
    .all<{ message: number }>(
      sql`
      SELECT DISTINCT o.message FROM operations o JOIN mutations m ON m.id = o.mutation
      WHERE m.mutation_id = ${mutation_id} AND o.message IS NOT NULL`,
    )
    .map(({ message }) => message);
}

/** Where Posthorn shows a message, and with which flags. */
function shownPlacements({ reader }: MutationFixture, message: number): string {
  const account =
    reader.get<{ account: number }>(sql`SELECT account FROM messages WHERE id = ${message}`)?.account ?? 0;
  const labels = labelMap(reader, account);
  return displayedPlacements(reader, message, labels)
    .map(({ label, flags }) => `${labels.byId.get(label)?.provider_id} (${flagsText(flags)})`)
    .toSorted()
    .join(', ');
}

/** Every placement on the server: its folder, content and flags. */
async function serverPlacements({ dovecot, user }: MutationFixture): Promise<string[]> {
  const client = await openSecondClient(dovecot, user);
  try {
    const folders = await serverFolders(client);
    return folders
      .flatMap(({ path, messages }) =>
        messages.map(({ hash, flags }) => `${hash.slice(0, 12)} in ${path} (${flagsText(flags)})`),
      )
      .toSorted();
  } finally {
    await client.logout();
  }
}

function placementDifferences(then: readonly string[], now: readonly string[]): string[] {
  const missing = [...then];
  const added = now.filter((place) => {
    const index = missing.indexOf(place);
    if (index >= 0) missing.splice(index, 1);
    return index < 0;
  });
  if (missing.length + added.length === 0) return [];
  const some = (places: string[]) => `${places.length}: ${places.slice(0, 4).join('; ')}`;
  return [`After everything was taken back, ${some(missing)} are missing, and there are ${some(added)} instead.`];
}
