import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom, type Random } from '../../daemon/providers/fake/random.ts';
import { jsonList, sql, type ReadDb } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { until } from '../../daemon/test-ceiling.ts';
import { accountOf, syncCeilingMs } from '../peers/daemon-on-dovecot.ts';
import { letter } from '../peers/letters.ts';
import { hashOf, openSecondClient, serverFolders, wireForm } from '../peers/second-client.ts';
import { makeHome, startDaemon, type DaemonProcess } from '../process.ts';
import type { Dovecot, MailUser } from '../servers/dovecot.ts';
import { startProxy, type Pace, type Proxy } from '../servers/proxy.ts';
import { countCompletions, type Completions } from './completions.ts';

/** What became of mail that was archived and taken back in a hurry; `faults` is what is wrong, a sentence each. */
export type Aftermath = { acts: number; faults: string[] };

export type Hurry = {
  dovecot: Dovecot;
  users: readonly MailUser[];
  seed: number;
  /** How often some conversations are archived and taken back, and so on. */
  chains: number;
  pace?: Pace;
  /** How likely it is that a chain is broken by a kill. */
  kills?: number;
  onDeed?: (what: string) => void;
};

const conversations = 20;
const together = 7;

/**
 * Somebody archives seven conversations of several accounts or brings them back, takes that back while the servers are being told of it,
 * has it again, and so on, through slow lines, cuts, kills and syncs. Nobody else touches that mail, so that at every
 * rest both store and servers have each message exactly where it was asked to be.
 */
export async function surviveHurry(wish: Hurry): Promise<Aftermath> {
  const scene = await openScene(wish);
  const aftermath: Aftermath = { acts: 0, faults: [] };
  try {
    for (let chain = 0; chain < wish.chains && aftermath.faults.length === 0; chain++) {
      const done = await hurry(scene, wish);
      aftermath.acts += done.acts;
      aftermath.faults.push(...done.faults);
      if (!scene.random.chance(0.4)) continue;
      await scene.settle();
      aftermath.faults.push(...(await compared(scene, wish)));
    }
    await scene.settle();
    aftermath.faults.push(...(await compared(scene, wish)), ...(await scene.completions.faults()));
    return aftermath;
  } finally {
    await scene.close();
  }
}

/** Where a message is to lie, by the hash of its content. */
type Goal = { thread_id: string; hash: string; user: string; path: 'INBOX' | 'Archive' };

type Scene = {
  random: Random;
  proxy: Proxy;
  reader: ReadDb;
  completions: Completions;
  goals: Map<string, Goal>;
  readonly daemon: DaemonProcess;
  restart(): Promise<void>;
  settle(): Promise<void>;
  close(): Promise<void>;
};

async function openScene({ dovecot, users, seed, pace }: Hurry): Promise<Scene> {
  const letters = seedInboxes(dovecot, users);
  const proxy = await startProxy(dovecot.imapPort, pace);
  const home = makeHome(
    users.map((user, index) => ({ ...accountOf(dovecot, user), key: `box${index}`, port: proxy.port })),
  );
  const completions = countCompletions();
  let daemon = await startDaemon(home, dovecot);
  await completions.follow(daemon);
  await untilAllSynced(daemon);
  const reader = openReader(storeFiles(home.dataDir));
  return {
    random: randomFrom(seed),
    proxy,
    reader,
    completions,
    goals: goalsIn(reader, letters),
    get daemon() {
      return daemon;
    },
    async restart() {
      await daemon.kill();
      daemon = await startDaemon(home, dovecot);
      await completions.follow(daemon);
    },
    settle: () => untilTold(daemon, reader),
    async close() {
      completions.close();
      reader.close();
      await daemon.kill();
      await proxy.stop();
      home.remove();
    },
  };
}

type Seeded = Map<string, { hash: string; user: string }>;

function seedInboxes(dovecot: Dovecot, users: readonly MailUser[]): Seeded {
  const seeded: Seeded = new Map();
  for (const { user } of users) {
    const bytes = Array.from({ length: conversations }, (_, number) => {
      const subject = `Hurry ${number} of ${user}`;
      const made = letter({ id: `hurry.${number}.${user}`, subject, text: `This is number ${number}.` });
      seeded.set(subject, { hash: hashOf(wireForm(made)), user });
      return made;
    });
    dovecot.seed(user, 'INBOX', bytes);
  }
  return seeded;
}

function goalsIn(reader: ReadDb, letters: Seeded): Scene['goals'] {
  const rows = reader.all<{ subject: string; thread_id: string }>(
    sql`SELECT m.subject, t.thread_id FROM messages m JOIN threads t ON t.id = m.thread`,
  );
  return new Map(
    rows.flatMap(({ subject, thread_id }) => {
      const own = letters.get(subject);
      return own ? [[thread_id, { thread_id, ...own, path: 'INBOX' as const }]] : [];
    }),
  );
}

/** Archives some, or has them in the inbox again; takes that back, has it again, as often as it comes. */
async function hurry(scene: Scene, { kills = 0, onDeed }: Hurry): Promise<Aftermath> {
  const { random, goals } = scene;
  const faults: string[] = [];
  const inbox = [...goals.values()].filter(({ path }) => path === 'INBOX');
  const to = inbox.length >= together && random.chance(0.7) ? 'Archive' : 'INBOX';
  const chosen = someOf(random, to === 'Archive' ? inbox : [...goals.values()], together);
  const before = new Map(chosen.map(({ thread_id, path }) => [thread_id, path]));
  onDeed?.(`${chosen.length} to ${to}`);
  let { result } = await moved(scene.daemon, [...before.keys()], to);
  if (result.mutation_id === null || !result.undoable) return { acts: 1, faults };
  for (const goal of chosen) goal.path = to;
  scene.completions.expect(result.mutation_id);
  const times = random.between(1, 5);
  for (let time = 1; time <= times; time++) {
    await meanwhile(scene, { kills, onDeed });
    onDeed?.(time % 2 === 1 ? 'undo' : 'redo');
    ({ result } = await scene.daemon.ask('mutations.undo', { mutation_id: result.mutation_id ?? '' }));
    if (result.skipped + result.failed > 0 || result.mutation_id === null)
      faults.push(`Not all was taken back: ${JSON.stringify(result)}`);
    if (result.mutation_id !== null) scene.completions.expect(result.mutation_id);
    for (const goal of chosen) goal.path = time % 2 === 1 ? (before.get(goal.thread_id) ?? to) : to;
  }
  return { acts: 1 + times, faults };
}

function moved({ ask }: DaemonProcess, thread_ids: string[], to: Goal['path']) {
  return to === 'Archive'
    ? ask('mutations.archive', { thread_ids })
    : ask('mutations.move', { thread_ids, target_label: 'INBOX' });
}

async function meanwhile(
  { random, proxy, daemon, restart }: Scene,
  { kills = 0, onDeed }: Pick<Hurry, 'kills' | 'onDeed'>,
) {
  if (random.chance(0.4)) {
    onDeed?.('sync');
    await daemon.ask('sync.start', {});
  }
  if (random.chance(0.1)) {
    const bytes = random.below(10 ** random.between(2, 4));
    onDeed?.(`cut after ${bytes}`);
    if (random.chance(0.5)) proxy.cutAfter(bytes);
    else proxy.cutAfterSaid(bytes);
  }
  const ms = random.pick([0, 0, 3, 10, 20, 40, 80, 150, 300]);
  if (ms > 0) await wait(ms);
  if (random.chance(0.05)) proxy.standStill();
  if (random.chance(kills)) {
    onDeed?.('kill');
    await restart();
  }
  proxy.goOn();
}

function someOf<T>(random: Random, all: readonly T[], count: number): T[] {
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0] as T);
}

function shownWrong({ reader, goals }: Scene): string[] {
  const rows = reader.all<{ thread_id: string; role: string | null; path: string }>(sql`
    SELECT t.thread_id, l.role, l.provider_id AS path FROM label_messages lm JOIN labels l ON l.id = lm.label
    JOIN messages m ON m.id = lm.message JOIN threads t ON t.id = m.thread WHERE l.synthetic = 0`);
  const shown = Map.groupBy(rows, ({ thread_id }) => thread_id);
  return [...goals.values()].flatMap(({ thread_id, path }) => {
    const is = (shown.get(thread_id) ?? []).map((row) => row.path).join(', ');
    return is === path ? [] : [`A conversation is shown in ${is || 'nothing'} and not in ${path}.`];
  });
}

async function compared(scene: Scene, { dovecot, users }: Hurry): Promise<string[]> {
  const faults = shownWrong(scene);
  for (const user of users) {
    const client = await openSecondClient(dovecot, user);
    const lying = (await serverFolders(client)).flatMap(({ path, messages }) =>
      messages.map(({ hash }) => `${hash} ${path}`),
    );
    await client.logout();
    const wanted = [...scene.goals.values()]
      .filter((goal) => goal.user === user.user)
      .map(({ hash, path }) => `${hash} ${path}`);
    const missing = wanted.filter((each) => !lying.includes(each));
    const others = lying.filter((each) => !wanted.includes(each));
    if (missing.length + others.length > 0)
      faults.push(
        `${missing.length} of ${user.user} do not lie where they should, and ${others.length} where they should not: ${others.slice(0, 3).join('; ')}`,
      );
  }
  return faults;
}

async function untilAllSynced({ ask }: DaemonProcess): Promise<void> {
  const asked = new Date().toISOString();
  await until(
    'all is synced',
    async () => {
      const { sync_statuses } = await ask('admin.status', {});
      let isSynced = true;
      for (const { account_id, sync_in_progress, last_attempt_at, last_success_at } of sync_statuses) {
        const hasEnded = (last_attempt_at ?? '') >= asked && (last_success_at ?? '') >= (last_attempt_at ?? '');
        if (!sync_in_progress && hasEnded) continue;
        isSynced = false;
        if (!sync_in_progress) await ask('sync.start', { account_id });
      }
      return isSynced && sync_statuses.length > 0;
    },
    { withinMs: syncCeilingMs },
  );
}

const open = ['new', 'queued', 'sending', 'unsure', 'landed'];

async function untilTold(daemon: DaemonProcess, reader: ReadDb): Promise<void> {
  await until(
    'the servers have told everything back',
    async () => {
      await untilAllSynced(daemon);
      const { n = 0 } =
        reader.get<{ n: number }>(sql`
        SELECT count(*) AS n FROM operations WHERE state IN (SELECT value FROM json_each(${jsonList(open)}))`) ?? {};
      return n === 0;
    },
    { withinMs: syncCeilingMs },
  );
}
