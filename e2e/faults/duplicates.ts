import { openCarefulClient } from '../peers/support/careful-client.ts';
import { openSecondClient, serverFolders } from '../peers/support/second-client.ts';
import { openMutationFixture, type MutationFixture, type MutationFixtureOptions } from './mutation-fixture.ts';

/** The result of two clients that change one mailbox; `duplicates` has a sentence for each message that a folder has twice. */
type DuplicateCount = { acts: number; duplicates: string[] };

type DuplicateOptions = MutationFixtureOptions & {
  acts: number;
  /** How often the daemon is killed, and how often its connection is cut. */
  kills: number;
  cuts: number;
};

/** How many acts one client makes before the other one does. */
const actsPerTurn = 4;

/**
 * A simulated user changes the mail of a mailbox without duplicates through Posthorn, and another client changes it too; then
 * counts the messages that a folder of the server has twice. The other client acts while nothing waits to be pushed: two
 * clients that add a message to a folder in one moment cannot know of each other.
 */
export async function countDuplicates(options: DuplicateOptions): Promise<DuplicateCount> {
  const { dovecot, user, seed, acts, kills, cuts, onAction } = options;
  const fixture = await openMutationFixture(options);
  const other = await openCarefulClient(dovecot, user, seed + 3);
  try {
    const undoable: string[] = [];
    const turns = Math.ceil(acts / actsPerTurn / 2);
    const faultAt = faultTurns(fixture, turns, { kills, cuts });
    let done = 0;
    for (let turn = 0; turn < turns; turn++) {
      for (let act = 0; act < actsPerTurn; act++, done++) await actOrUndo(fixture, undoable);
      const fault = faultAt.get(turn);
      if (fault) await fixture.disrupt(fault);
      await fixture.untilPushed();
      for (let act = 0; act < actsPerTurn; act++, done++) onAction?.(await other.change());
    }
    fixture.proxy.breakConnections();
    await fixture.untilConfirmed();
    return { acts: done, duplicates: await duplicatesOn(options) };
  } finally {
    await other.close();
    await fixture.close();
  }
}

async function actOrUndo(fixture: MutationFixture, undoable: string[]): Promise<void> {
  const { actor, random, daemon } = fixture;
  const last = undoable.slice(-20);
  const action =
    last.length > 0 && random.chance(1 / 8) ? await actor.undo(daemon, random.pick(last)) : await actor.act(daemon);
  const { mutation_id } = fixture.record(action);
  if (mutation_id !== undefined) undoable.push(mutation_id);
}

function faultTurns(
  { random }: MutationFixture,
  turns: number,
  { kills, cuts }: { kills: number; cuts: number },
): Map<number, 'kill' | 'cut'> {
  const faults = [...Array<'kill'>(kills).fill('kill'), ...Array<'cut'>(cuts).fill('cut')];
  return new Map(faults.map((fault) => [random.below(turns), fault]));
}

async function duplicatesOn({ dovecot, user }: MutationFixtureOptions): Promise<string[]> {
  const client = await openSecondClient(dovecot, user);
  try {
    return (await serverFolders(client)).flatMap(({ path, messages }) =>
      [...Map.groupBy(messages, ({ hash }) => hash).values()]
        .filter((copies) => copies.length > 1)
        .map((copies) => `${path} has one message as ${copies.map(({ uid }) => uid).join(' and ')}.`),
    );
  } finally {
    await client.logout();
  }
}
