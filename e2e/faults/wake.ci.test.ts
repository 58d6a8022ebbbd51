import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { timeId } from '../../daemon/base/ids.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { startTestProcess } from '../headless/test-process.ts';

type Daemon = Awaited<ReturnType<typeof startTestProcess>>;

const hasCompiler = process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0;
const skip = !hasCompiler && 'peer: gcc on Linux, which builds the library that moves the clock';

const minuteMs = 60_000;

/** A demo process whose wall clock can be moved while it is stopped, as in a sleep of the computer. */
async function startSleepingDemo(t: Parameters<typeof startTestProcess>[0]) {
  const folder = testFolder();
  const library = join(folder, 'clock-offset.so');
  const source = join(import.meta.dirname, 'clock-offset.c');
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  const offsetFile = join(folder, 'offset');
  let offsetMs = 0;
  const writeOffset = () => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(offsetMs / 1000));
    // The file is mapped, so it must stay the same one.
    writeFileSync(offsetFile, bytes, { flag: offsetMs === 0 ? 'w' : 'r+' });
  };
  writeOffset();
  const daemon = await startTestProcess(t, {
    args: ['--demo=500', '--bridge-port', '0'],
    env: { LD_PRELOAD: library, CLOCK_OFFSET_FILE: offsetFile },
  });
  return {
    daemon,
    /** The time of the process. */
    now: () => Date.now() + offsetMs,
    sleep(minutes: number) {
      daemon.signal('SIGSTOP');
      offsetMs += minutes * minuteMs;
      writeOffset();
      daemon.signal('SIGCONT');
    },
  };
}

async function get<T>(daemon: Daemon, path: string): Promise<T> {
  const answer = await daemon.ask(path);
  assert.equal(answer.status, 200, path);
  return (await answer.json()) as T;
}

async function post<T>(daemon: Daemon, path: string, body: object): Promise<T> {
  const answer = await daemon.request(path, body);
  const text = await answer.text();
  assert.equal(answer.status, 200, `${path}: ${text}`);
  return JSON.parse(text) as T;
}

type Search = { groups: { rows: { id: string; thread_id: string }[] }[] };

async function find(daemon: Daemon, q: string): Promise<string[]> {
  const { groups } = await get<Search>(daemon, `/mail/search?scope=messages&limit=50&q=${encodeURIComponent(q)}`);
  return groups.flatMap(({ rows }) => rows.map(({ id }) => id));
}

const inboxIds = async (daemon: Daemon) => {
  const path = '/mail/mailbox?lens_kind=inbox&view=messages';
  const { mailbox } = await get<{ mailbox: Search }>(daemon, path);
  return mailbox.groups.flatMap(({ rows }) => rows.map(({ id }) => id));
};

type Send = { send_id: string; subject: string; state: string; trouble: { code: string } | null };

const sends = async (daemon: Daemon) => {
  const listed = (await get<{ sends: Send[] }>(daemon, '/mail/outbox')).sends;
  return new Map(listed.map((send) => [send.subject, send]));
};

async function eventCounts(daemon: Daemon) {
  const { entries } = await get<{ entries: { event: string }[] }>(daemon, '/admin/events?limit=1000');
  return ['MessageUnsnoozed', 'ReminderTriggered', 'ScheduledSendFlushed'].map(
    (kind) => entries.filter(({ event }) => event === kind).length,
  );
}

/** Sets a reminder for the first sent message that has no answer, and returns its id. */
async function remindOfSentMail(daemon: Daemon, remind_at: string): Promise<string> {
  for (const sent_message_id of await find(daemon, 'in:sent')) {
    const { status } = await daemon.request('/mail/reminders', { sent_message_id, remind_at });
    if (status === 200) return sent_message_id;
  }
  throw new Error('The demo has no sent mail without an answer.');
}

test(
  'a process that was stopped while its clock went on does all that was due once, and asks about a late send',
  { skip },
  async (t) => {
    const { daemon, now, sleep } = await startSleepingDemo(t);
    const inMinutes = (minutes: number) => new Date(now() + minutes * minuteMs).toISOString();
    await until('the demo is searchable', async () => (await find(daemon, 'in:sent')).length > 0);
    const [first = '', second = '', third = ''] = await inboxIds(daemon);
    for (const [message_id, minutes] of [
      [first, 20],
      [second, 60],
      [third, 40],
    ] as const)
      await post(daemon, '/mail/actions/snooze', { message_id, until: inMinutes(minutes) });
    const reminded = await remindOfSentMail(daemon, inMinutes(30));
    const { accounts } = await get<{ accounts: { account_id: string }[] }>(daemon, '/platform/accounts');
    for (const [subject, minutes] of [
      ['Late', 30],
      ['Nearly', 119],
    ] as const) {
      const id = timeId();
      const to = [{ name: null, email: 'nobody@example.org' }];
      await post(daemon, '/mail/drafts/save-local', {
        id,
        account_id: accounts[0]?.account_id,
        to,
        subject,
        body_markdown: 'At seven?',
      });
      await post(daemon, '/mail/scheduled-sends', { draft_id: id, send_at: inMinutes(minutes) });
    }
    assert.deepEqual(await eventCounts(daemon), [0, 0, 0]);

    sleep(120);
    await until('all that was due is done', async () => {
      const counts = await eventCounts(daemon);
      return counts.join() === '3,1,2';
    });
    assert.deepEqual((await inboxIds(daemon)).slice(0, 3), [second, third, first]);
    const { reminders } = await get<{ reminders: { sent_message_id: string; fired_at: string | null }[] }>(
      daemon,
      '/mail/reminders',
    );
    assert.equal(typeof reminders.find(({ sent_message_id }) => sent_message_id === reminded)?.fired_at, 'string');
    const afterSleep = await sends(daemon);
    assert.deepEqual([afterSleep.get('Nearly')?.state, afterSleep.get('Late')?.state], ['sent', 'failed']);
    assert.equal(afterSleep.get('Late')?.trouble?.code, 'too_late');

    await post(daemon, `/mail/outbox/${afterSleep.get('Late')?.send_id}/retry`, {});
    await until('the late message is sent', async () => (await sends(daemon)).get('Late')?.state === 'sent');
    sleep(60);
    await post(daemon, '/mail/sync', {});
    await until(
      'the copies are in Sent',
      async () => (await find(daemon, 'in:sent (subject:Late OR subject:Nearly)')).length >= 2,
    );
    assert.equal((await find(daemon, 'in:sent (subject:Late OR subject:Nearly)')).length, 2);
    // An event is logged a moment after the change that it reports.
    await until('the late send is in the event log', async () => (await eventCounts(daemon))[2] === 3);
    assert.deepEqual(await eventCounts(daemon), [3, 1, 3]);
    assert.equal((await daemon.stop()).code, 0);
  },
);
