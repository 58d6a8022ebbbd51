/**
 * `npm run bench -- triage [--size 100000]`: the modes that hold 100 conversations, Now, the rail and a page of a mode, in a mailbox
 * whose mail of the last month is new and in the inbox, with a to-do in every third conversation, also for the first time after a
 * start; and what it costs to look for to-dos in a message.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { instantOf, movableClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { openConfig } from '../../daemon/config/live-config.ts';
import { JsonText } from '../../daemon/contract/define.ts';
import { openDaemon, type Daemon } from '../../daemon/daemon.ts';
import { queueVerdicts } from '../../daemon/mail/authentication/verdicts.ts';
import { saveTodos } from '../../daemon/mail/todos/store.ts';
import { readTodos } from '../../daemon/mail/todos/read-todos.ts';
import { openReadOnly, openWritable, sql } from '../../daemon/store/db.ts';
import { until } from '../../daemon/test-until.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import type { Home } from '../daemon-process.ts';
import { maildirOf } from './mail/maildir.ts';
import { recentMail } from './mail/recent.ts';
import { copyHome, preparedHome } from './posthorn/prepared-home.ts';
import { median, printFigures } from './report/table.ts';

const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' } } });
const repetitions = 31;
const readMessages = 400;

const maildir = maildirOf('S', Number(values.size));
const { since } = recentMail(maildir);
const now = new Date(since + 30 * 86_400_000);
const home = copyHome(await preparedHome(maildir));
makeRecentMailNew(home);
const config = openConfig({ configFile: join(home.configDir, 'config.toml') }, { log: silentLog });
try {
  await assessSenders(home);
  const daemon = await open(home);
  try {
    await measure(daemon);
  } finally {
    await daemon.close();
  }
} finally {
  config.close();
  home.remove();
}

function open({ dataDir }: Home): Promise<Daemon> {
  return openDaemon({
    paths: { instance: 'posthorn-bench', dataDir },
    config,
    openProvider: () => Promise.reject(new Error('imported mail has no server')),
    openSender: () => Promise.reject(new Error('imported mail has no server')),
    log: silentLog,
    version: '0',
    clock: movableClock(instantOf(now)),
    automaticBackups: false,
  });
}

/** Lets a daemon do what it does after mail has arrived: it stores the verdicts on the senders that Now may show. */
async function assessSenders(prepared: Home): Promise<void> {
  const daemon = await open(prepared);
  daemon.begin();
  const db = openReadOnly(storeFiles(prepared.dataDir).mail);
  const countDue = () =>
    db.get<{ n: number }>(sql`SELECT count(*) AS n FROM sender_verdicts WHERE next_at <= ${instantOf(now)}`)?.n ?? 0;
  await until('the senders are assessed', async () => countDue() === 0, { withinMs: 600_000 });
  db.close();
  await daemon.close();
}

async function measure(daemon: Daemon): Promise<void> {
  const thread_ids = newestThreads(home);
  // It starts the reader and loads its code from the sources, which the product has in a bundle.
  await taken(daemon, 'modes.membership', { thread_id: thread_ids[0] }, 1);
  const [firstNow] = await taken(daemon, 'modes.now', {}, 1);
  const [firstRail] = await taken(daemon, 'modes.rail', {}, 1);
  const membership = await taken(daemon, 'modes.memberships', { thread_ids }, repetitions);
  const nowTimes = await taken(daemon, 'modes.now', {}, repetitions);
  const rail = await taken(daemon, 'modes.rail', {}, repetitions);
  const list = await taken(daemon, 'todos.list', {}, repetitions);
  const page = await taken(daemon, 'modes.threads', { mode: 'messages' }, repetitions);
  printFigures(`Modes of ${maildir.count} messages, median of ${repetitions}`, [
    {
      name: `the modes of ${thread_ids.length} conversations`,
      value: median(membership),
      unit: 'ms',
      goal: { below: 20 },
    },
    { name: 'Now', value: median(nowTimes), unit: 'ms', goal: { below: 50 } },
    { name: 'the rail', value: median(rail), unit: 'ms', goal: { below: 50 } },
    { name: 'Now for the first time', value: firstNow ?? Number.NaN, unit: 'ms', goal: { below: 50 } },
    { name: 'the rail for the first time', value: firstRail ?? Number.NaN, unit: 'ms', goal: { below: 50 } },
    { name: 'the list of to-dos', value: median(list), unit: 'ms', goal: { below: 50 } },
    { name: 'the first page of Messages', value: median(page), unit: 'ms', goal: { below: 50 } },
    { name: 'looking for to-dos in a message', value: readingTime(home), unit: 'ms' },
  ]);
}

/**
 * The mail of the last thirty days is as if it had arrived after the first sync, in the inbox, a tenth of it from people whom the user
 * has written to.
 */
function makeRecentMailNew({ dataDir }: Home): void {
  const db = openWritable(storeFiles(dataDir).mail, { durability: 'normal' });
  const from = Math.floor(since / 1000);
  db.transaction(() => {
    db.run(sql`
      UPDATE labels SET role = 'inbox' WHERE id = (
        SELECT label FROM label_threads JOIN labels l ON l.id = label WHERE l.synthetic = 0
        GROUP BY label ORDER BY count(*) DESC LIMIT 1)`);
    db.run(
      sql`UPDATE message_kinds SET is_new = 1 WHERE message IN (SELECT id FROM messages WHERE sort_key >= ${from})`,
    );
    db.run(sql`
      UPDATE message_kinds SET kind = 'person', is_open = 1
      WHERE message IN (SELECT id FROM messages WHERE sort_key >= ${from} AND id % 10 = 0)`);
    db.run(sql`UPDATE contacts SET sent = 1 WHERE sent = 0`);
    const received = db.all<{ id: number }>(sql`
      SELECT id FROM messages WHERE sort_key >= ${from} AND direction = 'inbound' AND id % 3 = 0`);
    for (const { id } of received)
      saveTodos(db, { message: id, isCatchup: false, now: instantOf(now) }, [
        {
          kind: 'question',
          key: 'question',
          span: { words: 'Can you send me the report?', start: 0, end: 27 },
          due: {
            due_at: null,
            due_day: instantOf(new Date(now.getTime() + (id % 30) * 86_400_000)).slice(0, 10),
            due_words: 'by then',
          },
          amount: null,
        },
      ]);
    const asked = db.all<{ id: number }>(sql`
      SELECT DISTINCT m.id FROM messages m JOIN message_kinds k ON k.message = m.id
      WHERE m.sort_key >= ${from} AND m.direction = 'inbound'
        AND (k.kind = 'person' OR k.is_open OR m.id IN (SELECT message FROM todos))`);
    queueVerdicts(
      db,
      asked.map(({ id }) => id),
      now,
    );
  });
  db.close();
}

function newestThreads({ dataDir }: Home): string[] {
  const db = openReadOnly(storeFiles(dataDir).mail);
  const rows = db.all<{ thread_id: string }>(sql`
    SELECT t.thread_id FROM label_threads lt JOIN labels l ON l.id = lt.label JOIN threads t ON t.id = lt.thread
    WHERE l.role = 'inbox' AND l.synthetic = 0 ORDER BY lt.position DESC LIMIT 100`);
  db.close();
  return rows.map(({ thread_id }) => thread_id);
}

async function taken({ dispatch }: Daemon, name: string, input: object, times: number): Promise<number[]> {
  const all: number[] = [];
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    const reply = await dispatch(name, input, { origin: 'web' });
    if (!(reply instanceof JsonText) || reply.text.length < 100) throw new Error(`${name} replied with nothing`);
    all.push(performance.now() - began);
  }
  return all;
}

/** The mean, because messages differ. */
function readingTime({ dataDir }: Home): number {
  const { mail, blobs } = storeFiles(dataDir);
  const db = openReadOnly(mail);
  const ids = db
    .all<{ id: number }>(sql`SELECT id FROM messages ORDER BY id DESC LIMIT ${readMessages}`)
    .map(({ id }) => id);
  const began = performance.now();
  for (const id of ids) readTodos({ db, blobs, now, zone: undefined }, [id]);
  const mean = (performance.now() - began) / ids.length;
  db.close();
  return mean;
}
