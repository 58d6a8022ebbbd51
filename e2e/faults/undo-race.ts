import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom, type Random } from '../../daemon/demo/random.ts';
import { jsonList, sql, type ReadDb } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { until } from '../../daemon/test-until.ts';
import { dovecotAccount, syncCeilingMs } from '../peers/support/dovecot-account.ts';
import { buildMessage } from '../peers/support/test-messages.ts';
import { hashOf, openSecondClient, serverFolders, toCrLf } from '../peers/support/second-client.ts';
import { makeHome, startDaemon, type DaemonProcess } from '../daemon-process.ts';
import type { Dovecot, MailUser } from '../../testing/servers/dovecot.ts';
import { startProxy, type NetworkSpeed, type Proxy } from '../../testing/servers/proxy.ts';
import { trackCompletions, type MutationCompletions } from './mutation-completions.ts';

/** The result of mail that was archived and restored in quick succession; `faults` has a sentence for each fault. */
type UndoRaceResult = { actionCount: number; faults: string[] };

type UndoRaceOptions = {
  dovecot: Dovecot;
  users: readonly MailUser[];
  seed: number;
  /** How often some conversations are archived and restored in sequence. */
  chains: number;
  networkPace?: NetworkSpeed;
  /** How likely a kill interrupts a chain. */
  killProbability?: number;
  onAction?: (what: string) => void;
};

const threadsPerUser = 20;
const batchSize = 7;

/**
 * A simulated user archives seven conversations of several accounts or moves them back, undoes that during the push, redoes
 * it, and so on, through slow connections, cuts, kills and syncs. No other client changes that mail, so at every rest both
 * store and servers have each message exactly where the user moved it.
 */
export async function runUndoRace(options: UndoRaceOptions): Promise<UndoRaceResult> {
  const fixture = await openFixture(options);
  const result: UndoRaceResult = { actionCount: 0, faults: [] };
  try {
    for (let chain = 0; chain < options.chains && result.faults.length === 0; chain++) {
      const chainResult = await runChain(fixture, options);
      result.actionCount += chainResult.actionCount;
      result.faults.push(...chainResult.faults);
      if (!fixture.random.chance(0.4)) continue;
      await fixture.untilConfirmed();
      result.faults.push(...(await serverDifferences(fixture, options)));
    }
    await fixture.untilConfirmed();
    result.faults.push(...(await serverDifferences(fixture, options)), ...(await fixture.completions.faults()));
    return result;
  } finally {
    await fixture.close();
  }
}

/** The expected folder of a message, by the hash of its content. */
type ExpectedPlacement = { thread_id: string; hash: string; user: string; path: 'INBOX' | 'Archive' };

type UndoRaceFixture = {
  random: Random;
  proxy: Proxy;
  reader: ReadDb;
  completions: MutationCompletions;
  expected: Map<string, ExpectedPlacement>;
  readonly daemon: DaemonProcess;
  restart(): Promise<void>;
  untilConfirmed(): Promise<void>;
  close(): Promise<void>;
};

async function openFixture({ dovecot, users, seed, networkPace }: UndoRaceOptions): Promise<UndoRaceFixture> {
  const seeded = seedInboxes(dovecot, users);
  const proxy = await startProxy(dovecot.imapPort, networkPace);
  const home = makeHome(
    users.map((user, index) => ({ ...dovecotAccount(dovecot, user), key: `box${index}`, port: proxy.port })),
  );
  const completions = trackCompletions();
  let daemon = await startDaemon(home, dovecot);
  await completions.follow(daemon);
  await untilAllSynced(daemon);
  const reader = openReader(storeFiles(home.dataDir));
  return {
    random: randomFrom(seed),
    proxy,
    reader,
    completions,
    expected: expectedPlacements(reader, seeded),
    get daemon() {
      return daemon;
    },
    async restart() {
      await daemon.kill();
      daemon = await startDaemon(home, dovecot);
      await completions.follow(daemon);
    },
    untilConfirmed: () => untilConfirmed(daemon, reader),
    async close() {
      completions.close();
      reader.close();
      await daemon.kill();
      await proxy.stop();
      home.remove();
    },
  };
}

type SeededMessages = Map<string, { hash: string; user: string }>;

function seedInboxes(dovecot: Dovecot, users: readonly MailUser[]): SeededMessages {
  const seeded: SeededMessages = new Map();
  for (const { user } of users) {
    const bytes = Array.from({ length: threadsPerUser }, (_, number) => {
      const subject = `Hurry ${number} of ${user}`;
      const made = buildMessage({ id: `hurry.${number}.${user}`, subject, text: `This is number ${number}.` });
      seeded.set(subject, { hash: hashOf(toCrLf(made)), user });
      return made;
    });
    dovecot.seed(user, 'INBOX', bytes);
  }
  return seeded;
}

function expectedPlacements(reader: ReadDb, seeded: SeededMessages): UndoRaceFixture['expected'] {
  const rows = reader.all<{ subject: string; thread_id: string }>(
    sql`SELECT m.subject, t.thread_id FROM messages m JOIN threads t ON t.id = m.thread`,
  );
  return new Map(
    rows.flatMap(({ subject, thread_id }) => {
      const own = seeded.get(subject);
      return own ? [[thread_id, { thread_id, ...own, path: 'INBOX' as const }]] : [];
    }),
  );
}

/** Archives some conversations, or moves them to the inbox; undoes and redoes that at random. */
async function runChain(
  fixture: UndoRaceFixture,
  { killProbability = 0, onAction }: UndoRaceOptions,
): Promise<UndoRaceResult> {
  const { random, expected } = fixture;
  const faults: string[] = [];
  const inbox = [...expected.values()].filter(({ path }) => path === 'INBOX');
  const to = inbox.length >= batchSize && random.chance(0.7) ? 'Archive' : 'INBOX';
  const chosen = randomSubset(random, to === 'Archive' ? inbox : [...expected.values()], batchSize);
  const before = new Map(chosen.map(({ thread_id, path }) => [thread_id, path]));
  onAction?.(`${chosen.length} to ${to}`);
  let { result } = await moveThreads(fixture.daemon, [...before.keys()], to);
  if (result.mutation_id === null || !result.undoable) return { actionCount: 1, faults };
  for (const goal of chosen) goal.path = to;
  fixture.completions.expect(result.mutation_id);
  const times = random.between(1, 5);
  for (let time = 1; time <= times; time++) {
    await disturb(fixture, { killProbability, onAction });
    onAction?.(time % 2 === 1 ? 'undo' : 'redo');
    ({ result } = await fixture.daemon.ask('mutations.undo', { mutation_id: result.mutation_id ?? '' }));
    if (result.skipped + result.failed > 0 || result.mutation_id === null)
      faults.push(`Not all was taken back: ${JSON.stringify(result)}`);
    if (result.mutation_id !== null) fixture.completions.expect(result.mutation_id);
    for (const goal of chosen) goal.path = time % 2 === 1 ? (before.get(goal.thread_id) ?? to) : to;
  }
  return { actionCount: 1 + times, faults };
}

function moveThreads({ ask }: DaemonProcess, thread_ids: string[], to: ExpectedPlacement['path']) {
  return to === 'Archive'
    ? ask('mutations.archive', { thread_ids })
    : ask('mutations.move', { thread_ids, target_label: 'INBOX' });
}

async function disturb(
  { random, proxy, daemon, restart }: UndoRaceFixture,
  { killProbability = 0, onAction }: Pick<UndoRaceOptions, 'killProbability' | 'onAction'>,
) {
  if (random.chance(0.4)) {
    onAction?.('sync');
    await daemon.ask('sync.start', {});
  }
  if (random.chance(0.1)) {
    const bytes = random.below(10 ** random.between(2, 4));
    onAction?.(`cut after ${bytes}`);
    if (random.chance(0.5)) proxy.breakAfterReceived(bytes);
    else proxy.breakAfterSent(bytes);
  }
  const ms = random.pick([0, 0, 3, 10, 20, 40, 80, 150, 300]);
  if (ms > 0) await wait(ms);
  if (random.chance(0.05)) proxy.pause();
  if (random.chance(killProbability)) {
    onAction?.('kill');
    await restart();
  }
  proxy.resume();
}

function randomSubset<T>(random: Random, all: readonly T[], count: number): T[] {
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0] as T);
}

function misplacedThreads({ reader, expected }: UndoRaceFixture): string[] {
  const rows = reader.all<{ thread_id: string; role: string | null; path: string }>(sql`
    SELECT t.thread_id, l.role, l.provider_id AS path FROM label_messages lm JOIN labels l ON l.id = lm.label
    JOIN messages m ON m.id = lm.message JOIN threads t ON t.id = m.thread WHERE l.synthetic = 0`);
  const shown = Map.groupBy(rows, ({ thread_id }) => thread_id);
  return [...expected.values()].flatMap(({ thread_id, path }) => {
    const is = (shown.get(thread_id) ?? []).map((row) => row.path).join(', ');
    return is === path ? [] : [`A conversation is shown in ${is || 'nothing'} and not in ${path}.`];
  });
}

async function serverDifferences(fixture: UndoRaceFixture, { dovecot, users }: UndoRaceOptions): Promise<string[]> {
  const faults = misplacedThreads(fixture);
  for (const user of users) {
    const client = await openSecondClient(dovecot, user);
    const actual = (await serverFolders(client)).flatMap(({ path, messages }) =>
      messages.map(({ hash }) => `${hash} ${path}`),
    );
    await client.logout();
    const wantedPlacements = [...fixture.expected.values()]
      .filter((goal) => goal.user === user.user)
      .map(({ hash, path }) => `${hash} ${path}`);
    const missing = wantedPlacements.filter((each) => !actual.includes(each));
    const others = actual.filter((each) => !wantedPlacements.includes(each));
    if (missing.length + others.length > 0)
      faults.push(
        `${missing.length} of ${user.user} do not lie where they should, and ${others.length} where they should not: ${others.slice(0, 3).join('; ')}`,
      );
  }
  return faults;
}

async function untilAllSynced({ ask }: DaemonProcess): Promise<void> {
  const requestedAt = new Date().toISOString();
  await until(
    'all is synced',
    async () => {
      const { sync_statuses } = await ask('admin.status', {});
      let isSynced = true;
      for (const { account_id, sync_in_progress, last_attempt_at, last_success_at } of sync_statuses) {
        const hasEnded = (last_attempt_at ?? '') >= requestedAt && (last_success_at ?? '') >= (last_attempt_at ?? '');
        if (!sync_in_progress && hasEnded) continue;
        isSynced = false;
        if (!sync_in_progress) await ask('sync.start', { account_id });
      }
      return isSynced && sync_statuses.length > 0;
    },
    { withinMs: syncCeilingMs },
  );
}

const openStates = ['new', 'queued', 'sending', 'unsure', 'landed'];

async function untilConfirmed(daemon: DaemonProcess, reader: ReadDb): Promise<void> {
  await until(
    'syncs have confirmed everything',
    async () => {
      await untilAllSynced(daemon);
      const { n = 0 } =
        reader.get<{ n: number }>(sql`
        SELECT count(*) AS n FROM operations WHERE state IN (SELECT value FROM json_each(${jsonList(openStates)}))`) ??
        {};
      return n === 0;
    },
    { withinMs: syncCeilingMs },
  );
}
