import { sql } from '../../daemon/store/db.ts';
import { openSecondClient, serverFolders } from '../peers/support/second-client.ts';
import { untilSettled } from '../peers/support/until-settled.ts';
import { startDaemon } from '../daemon-process.ts';
import { openMutationFixture, type MutationFixture, type MutationFixtureOptions } from './mutation-fixture.ts';
import { faultsOf, type ChaosRound } from './sync-chaos.ts';

/** The result of the mutations under faults; `faults` has a sentence for each fault at the end. */
type MutationChaosResult = { mutations: number; refused: number; faults: string[] };

/**
 * A simulated user changes the mail of `user` at random while another client also changes it at random and the faults of
 * `rounds` occur; when all is quiet, compares server, store and index, and the announcements of each mutation.
 */
export async function runMutationChaos(
  options: MutationFixtureOptions & { rounds: readonly ChaosRound[] },
): Promise<MutationChaosResult> {
  const before = await contentHashes(options);
  const fixture = await openMutationFixture(options);
  try {
    const undoable: string[] = [];
    for (const { changes, disruption } of options.rounds) {
      await actAndChange(fixture, changes, undoable);
      await fixture.disrupt(disruption, async () => void (await fixture.client.change()));
    }
    fixture.proxy.breakConnections();
    await fixture.untilConfirmed();
    const faults = [...(await fixture.completions.faults()), ...journalFaults(fixture)];
    await fixture.daemon.stop();
    options.onDisruption?.('quiet: what is stored is compared with what the server holds');
    faults.push(
      ...(await faultsOf(fixture.home, options.dovecot, options.user)),
      ...(await lostContents(fixture, options, before)),
    );
    faults.push(...(await faultsWhenQuiet(fixture)));
    return { ...countMutations(fixture), faults };
  } finally {
    await fixture.close();
  }
}

/** Actions, one in seven an undo, with changes of the other client between them. */
async function actAndChange(fixture: MutationFixture, acts: number, undoable: string[]): Promise<void> {
  const { actor, random, client } = fixture;
  for (let done = 0; done < acts; done++) {
    const last = undoable.slice(-20);
    const action =
      last.length > 0 && random.chance(1 / 7)
        ? await actor.undo(fixture.daemon, random.pick(last))
        : await actor.act(fixture.daemon);
    const { mutation_id } = fixture.record(action);
    if (mutation_id !== undefined) undoable.push(mutation_id);
    if (random.chance(0.4)) fixture.record({ description: await client.change(), undoable: false, skipped: 0 });
    if (random.chance(0.05)) await fixture.untilPushed();
    if (random.chance(0.02)) await fixture.untilConfirmed();
  }
}

async function contentHashes({ dovecot, user }: MutationFixtureOptions): Promise<Set<string>> {
  const client = await openSecondClient(dovecot, user);
  try {
    return new Set((await serverFolders(client)).flatMap(({ messages }) => messages.map(({ hash }) => hash)));
  } finally {
    await client.logout();
  }
}

/** Mail that is missing although the other client did not remove it. */
async function lostContents(
  { client }: MutationFixture,
  options: MutationFixtureOptions,
  before: ReadonlySet<string>,
): Promise<string[]> {
  const now = await contentHashes(options);
  const missing = [...before, ...client.created].filter((hash) => !client.removed.has(hash) && !now.has(hash));
  return missing.length === 0
    ? []
    : [`${missing.length} contents are missing that no client removed: ${missing.slice(0, 3).join(', ')}.`];
}

function journalFaults({ reader }: MutationFixture): string[] {
  const open = reader.all<{ mutation_id: string }>(sql`SELECT mutation_id FROM mutations WHERE completed = 0`);
  return open.map(({ mutation_id }) => `Nothing of the mutation ${mutation_id} is open, and it is not complete.`);
}

function countMutations({ reader }: MutationFixture): Pick<MutationChaosResult, 'mutations' | 'refused'> {
  const counts = reader.get<{ mutations: number; refused: number }>(sql`
    SELECT (SELECT count(*) FROM mutations) AS mutations,
      (SELECT count(*) FROM operations WHERE state = 'refused') AS refused`);
  return counts ?? { mutations: 0, refused: 0 };
}

async function faultsWhenQuiet({ home, dovecot }: MutationFixture): Promise<string[]> {
  const daemon = await startDaemon(home, dovecot);
  try {
    const fetched = await untilSettled(daemon);
    return fetched === 0 ? [] : [`After it was quiet, ${fetched} messages were fetched again.`];
  } finally {
    await daemon.kill();
  }
}
