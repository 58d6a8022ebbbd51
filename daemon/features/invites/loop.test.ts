import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { allAccounts } from '../../mail/accounts/accounts.ts';
import { readInvites } from '../../mail/invites/read-invites.ts';
import { sql, type WriteDb } from '../../store/db.ts';
import { openMail, storeFiles } from '../../store/open.ts';
import { mail, testDaemon, testStart } from '../../test-daemon.ts';
import { inviteLoop, type InviteLoopDeps } from './loop.ts';

const rawMessage = (name: string) =>
  mail({
    from: 'Ben <ben@people.example>',
    subject: name,
    text: `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${name}\nDTSTART:20260311T190000Z\nEND:VEVENT\nEND:VCALENDAR`,
    id: `${name}@people.example`,
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  });

/** Runs the loop until it waits for more mail; returns the requested messages, batch by batch. */
async function runLoop(db: WriteDb, read: InviteLoopDeps['readInvites']): Promise<(readonly number[])[]> {
  const asked: (readonly number[])[] = [];
  const stop = new AbortController();
  const clock = {
    now: () => new Date(testStart),
    wait: async (ms: number) => (ms > 60_000 ? stop.abort() : undefined),
  };
  const readNoted = (messages: readonly number[]) => {
    asked.push(messages);
    return read(messages);
  };
  const deps = { db, clock, log: silentLog, accounts: () => allAccounts(db), onMutationResult: () => undefined };
  await inviteLoop({ ...deps, readInvites: readNoted }).run(stop.signal);
  return asked;
}

test('each message is scanned once; a message that crashes a worker is skipped without the others', async (t) => {
  const rawMessages = ['dinner', 'supper', 'walk'].map(rawMessage);
  const daemon = await testDaemon(t, {
    prepare: (providers) => rawMessages.forEach((each) => providers.get('ada')?.control.deliver(each)),
  });
  await daemon.synced();
  await daemon.close();
  const files = storeFiles(daemon.dataDir);
  const db = await openMail(files.mail);
  t.after(() => db.close());
  db.exec('DELETE FROM invites; DELETE FROM invite_scans');

  const ids = db.all<{ id: number }>(sql`SELECT id FROM messages ORDER BY sort_key DESC`).map(({ id }) => id);
  const deadly = ids[1] ?? assert.fail('there are three messages');
  const asked = await runLoop(db, async (messages) => {
    if (messages.includes(deadly)) throw new Error('the worker died');
    return readInvites(db, files.blobs, messages);
  });
  assert.deepEqual(asked, [ids, [ids[0]], [deadly], [deadly], [ids[2]]]);
  const scans = db.all<{ message: number; error: string | null }>(sql`SELECT message, error FROM invite_scans`);
  assert.deepEqual(new Map(scans.map(({ message, error }) => [message, error])).get(deadly), 'the worker died');
  assert.equal(scans.length, 3);
  assert.deepEqual(await runLoop(db, async (messages) => readInvites(db, files.blobs, messages)), []);
  const found = db.all<{ uid: string }>(sql`SELECT uid FROM invites ORDER BY uid`).map(({ uid }) => uid);
  assert.equal(found.length, 2);
});
