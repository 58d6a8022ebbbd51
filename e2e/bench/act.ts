/**
 * `npm run bench -- act [--size 100000] [--pairs 5] [--profile]`: starring and labelling 1,000 messages over HTTP against
 * `notmuch tag` on as many (goal 13); archiving and undoing 1,000 and 10,000, one at a time, and the longest wait of
 * another client meanwhile. The mail was imported, so no server is involved; Posthorn works on a copy of the prepared
 * store.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { MutationReply } from '../../daemon/contract/mutation.ts';
import { startDaemon } from '../daemon-process.ts';
import { maildirOf, type Maildir } from './mail/maildir.ts';
import { hasNotmuch, indexedByNotmuch, type Notmuch } from './peers/notmuch.ts';
import { watchLongestWait } from './posthorn/longest-wait.ts';
import { connectionTo } from './posthorn/http.ts';
import { copyHome, preparedHome } from './posthorn/prepared-home.ts';
import { startProfiling } from './report/profile.ts';
import { median, printComparisons, printFigures, quantile, type Figure } from './report/table.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '5' },
    profile: { type: 'boolean', default: false },
  },
});

/** How many messages are changed together, and how many one by one. */
const [some, many, singles] = [1_000, 10_000, 200];

/** The interval at which the client asks whether a change is done, and its timeout. */
const pollMs = 5;
const timeoutMs = 60_000;

const maildir = maildirOf('S', Number(values.size));
const home = copyHome(await preparedHome(maildir));
const profiling = values.profile ? startProfiling() : undefined;
const daemon = await startDaemon(home, { caFile: '', isBundled: true });
try {
  const ids = await newestIds(Math.min(many, maildir.count));
  await daemon.ask('labels.create', { name: 'Bench' });
  if (!profiling) await compare(ids.slice(0, some));
  printFigures(`Acting on ${maildir.count} messages over HTTP`, [
    ...(await archiving(ids.slice(0, some))),
    ...(await archiving(ids)),
    ...(await oneByOne(ids.slice(0, singles))),
  ]);
} finally {
  await daemon.stop();
  home.remove();
  profiling?.print();
}

async function newestIds(count: number): Promise<string[]> {
  const { ask, close } = connectionTo(daemon);
  const ids: string[] = [];
  for (let offset = 0; offset < count; offset += 1_000) {
    const page = { lens_kind: 'all_mail', view: 'messages', limit: Math.min(1_000, count - offset), offset };
    const { mailbox } = JSON.parse((await ask('/mail/mailbox', page)).text) as {
      mailbox: { groups: { rows: { id: string }[] }[] };
    };
    ids.push(...mailbox.groups.flatMap(({ rows }) => rows.map(({ id }) => id)));
  }
  close();
  return ids;
}

/** Each pair is one change by Posthorn and one by notmuch; the next pair reverts both. */
async function compare(message_ids: readonly string[]): Promise<void> {
  if (!hasNotmuch()) return console.log('skipped: peer: notmuch is not here (apt-get install notmuch).');
  const notmuch = await indexedByNotmuch(maildir);
  const newest = newestOf(maildir, message_ids.length);
  const ours: { star: MutationTiming[]; label: MutationTiming[] } = { star: [], label: [] };
  const theirs: number[] = [];
  for (let pair = 0; pair < 2 * Number(values.pairs); pair++) {
    const starred = pair % 2 === 0;
    const names = starred ? { add: ['Bench'] } : { remove: ['Bench'] };
    ours.star.push(await timedMutation('/mail/mutations/star', { message_ids, starred }));
    ours.label.push(await timedMutation('/mail/mutations/labels', { message_ids, ...names }));
    theirs.push(tag(notmuch, starred ? '+bench' : '-bench', newest));
  }
  const peer = { name: 'notmuch tag', value: median(theirs) };
  const rows = Object.entries(ours).flatMap(([what, times]) =>
    (['answer', 'until all is shown'] as const).map((until) => ({
      name: `${what}: ${until} (13)`,
      unit: 'ms',
      ours: median(times.map((each) => each[until])),
      peer,
      goal: { atMost: 0.1 },
    })),
  );
  printComparisons(
    `Changing ${message_ids.length} of ${maildir.count} messages over HTTP, median of ${theirs.length}`,
    rows,
  );
}

function tag(notmuch: Notmuch, change: string, query: string): number {
  return notmuch.run('tag', change, '--', query);
}

/** A notmuch query for the newest messages: their files are named after their dates. */
function newestOf({ path }: Maildir, count: number): string {
  const sent = readdirSync(join(path, 'cur')).map((file) => Number.parseInt(file, 10));
  const oldest = sent.toSorted((a, b) => b - a)[count - 1] ?? 0;
  return `date:@${oldest}..`;
}

async function archiving(message_ids: readonly string[]): Promise<Figure[]> {
  const archived = await timedMutation('/mail/mutations/archive', { message_ids });
  const undone = await timedMutation('/mail/mutations/undo', { mutation_id: archived.mutation_id });
  return Object.entries({ archive: archived, undo: undone }).flatMap(([act, times]): Figure[] => [
    { name: `${act} of ${message_ids.length}: answer`, value: times.answer, unit: 'ms' },
    { name: `${act} of ${message_ids.length}: until all is shown`, value: times['until all is shown'], unit: 'ms' },
    {
      name: `${act} of ${message_ids.length}: longest wait of another`,
      value: times.longest,
      unit: 'ms',
      goal: { below: 100 },
    },
  ]);
}

/** In milliseconds. */
type MutationTiming = { mutation_id: string | null; answer: number; 'until all is shown': number; longest: number };

/**
 * Requests a change and waits until it is complete, over a connection of its own: an idle connection would be closed while
 * notmuch blocks this process.
 */
async function timedMutation(path: string, body: object): Promise<MutationTiming> {
  const { ask, post, close } = connectionTo(daemon);
  const waits = watchLongestWait(daemon);
  await ask('/health', {});
  const began = performance.now();
  const { milliseconds: answer, text } = await post(path, body);
  const { mutation_id } = (JSON.parse(text) as MutationReply).result;
  for (let waiting = 1; waiting > 0;) {
    await wait(pollMs);
    const { text: state } = await ask(`/mail/mutations/${mutation_id}`, {});
    ({ waiting } = (JSON.parse(state) as { mutation: { waiting: number } }).mutation);
    if (performance.now() - began > timeoutMs) {
      await waits.stop();
      throw new Error(`${path} is not done after ${timeoutMs / 1000} s: ${waiting} messages still wait.`);
    }
  }
  const whole = performance.now() - began;
  close();
  return { mutation_id, answer, 'until all is shown': whole, longest: await waits.stop() };
}

async function oneByOne(ids: readonly string[]): Promise<Figure[]> {
  const { post, close } = connectionTo(daemon);
  const times: number[] = [];
  for (const id of ids) times.push((await post('/mail/mutations/archive', { message_ids: [id] })).milliseconds);
  close();
  const sorted = times.toSorted((a, b) => a - b);
  return [
    { name: 'archive one, p50', value: quantile(sorted, 0.5), unit: 'ms' },
    { name: 'archive one, p95', value: quantile(sorted, 0.95), unit: 'ms', goal: { below: 50 } },
  ];
}
