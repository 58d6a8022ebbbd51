import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openWritable, sql, type WriteDb } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

const ben = 'Ben Okoro <ben.okoro@people.example>';

/** A daemon to which a correspondent has answered, and a stranger has written. */
async function daemonWithMail(t: Pick<TestContext, 'after'>) {
  const daemon = await testDaemon(t, {
    prepare: (providers) =>
      providers.get('ada')!.control.deliver(
        mail({
          from: 'Ada <ada@example.test>',
          headers: { To: ben },
          subject: 'Plans',
          text: 'How?',
          id: 'q@example.test',
        }),
        { folder: 'Sent' },
      ),
  });
  await daemon.synced();
  const headers = { 'In-Reply-To': '<q@example.test>', References: '<q@example.test>' };
  const { control } = daemon.server('ada');
  control.deliver(mail({ from: ben, subject: 'Plans', text: 'Hi Ada,\n\nI was there.\n\nBen', id: 'a@x', headers }));
  control.deliver(mail({ from: 'Cleo Lind <cleo@else.example>', subject: 'Hi', text: 'I saw it.', id: 'b@x' }));
  await daemon.resync();
  return daemon;
}

type Row = { verdict: string | null; next_at: string | null };

function inStore<Result>(daemon: TestDaemon, read: (db: WriteDb) => Result): Result {
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

const rowsOf = (daemon: TestDaemon) =>
  inStore(daemon, (db) => db.all<Row>(sql`SELECT verdict, next_at FROM sender_verdicts`));
const untilAssessed = (daemon: TestDaemon) =>
  until('the sender is assessed', () => rowsOf(daemon).some(({ verdict }) => verdict !== null));
const waiting = async (daemon: TestDaemon) =>
  (await daemon.ask('modes.now')).now.people.rows.map(({ row }) => row.counterparty_email);

test('the verdict on a correspondent whose mail arrives is stored, and Now follows it after a start', async (t) => {
  const first = await daemonWithMail(t);
  await untilAssessed(first);
  assert.deepEqual(rowsOf(first), [{ verdict: 'unverified', next_at: '2026-03-11T08:00:00.000Z' }]);
  assert.deepEqual(await waiting(first), ['ben.okoro@people.example']);
  await first.close();
  inStore(first, (db) => db.run(sql`UPDATE sender_verdicts SET verdict = 'suspicious'`));
  const second = await testDaemon(t, { dataDir: first.dataDir });
  assert.deepEqual(await waiting(second), []);
  await second.close();
  inStore(first, (db) => db.run(sql`UPDATE sender_verdicts SET basis = '[]'`));
  const third = await testDaemon(t, { dataDir: first.dataDir });
  assert.deepEqual(await waiting(third), ['ben.okoro@people.example'], 'another basis needs another verdict');
});

test('a verdict that a crash has left open is found after the next start', async (t) => {
  const first = await daemonWithMail(t);
  await untilAssessed(first);
  await first.close();
  inStore(first, (db) =>
    db.run(sql`UPDATE sender_verdicts SET basis = NULL, verdict = NULL, next_at = '2026-03-10T08:00:00.000Z'`),
  );
  await untilAssessed(await testDaemon(t, { dataDir: first.dataDir }));
});

test('while mail is new its sender is assessed again every day', async (t) => {
  const daemon = await daemonWithMail(t);
  await untilAssessed(daemon);
  daemon.clock.advance(25 * 3_600_000);
  await until('it is assessed again', () => rowsOf(daemon).every(({ next_at }) => (next_at ?? '') > '2026-03-12'));
  daemon.clock.advance(40 * 86_400_000);
  await until('it is assessed for the last time', () => rowsOf(daemon).every(({ next_at }) => next_at === null));
});
