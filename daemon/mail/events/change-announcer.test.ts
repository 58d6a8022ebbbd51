import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReadOnly, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const newMessage = (id: string) => mail({ from: 'eve@example.test', subject: id, text: id, id: `${id}@x` });

test('counters are told of the labels that changed, and of no others', async (t) => {
  const first = await testDaemon(t, {
    prepare: (servers) => ['one', 'two'].forEach((id) => servers.get('ada')?.control.deliver(newMessage(id))),
  });
  await first.synced();
  await first.close();

  // What a daemon finds at its start has been told before.
  const daemon = await testDaemon(t, {
    dataDir: first.dataDir,
    prepare: (servers) => {
      for (const id of ['one', 'two', 'three']) servers.get('ada')?.control.deliver(newMessage(id));
    },
  });
  await daemon.synced();
  assert.deepEqual(announcedCounts(daemon), { ALL: '3 3', INBOX: '3 3' });

  daemon.server('ada').control.move('INBOX', 3, 'Archive');
  daemon.server('ada').control.setFlags('INBOX', 2, ['\\Seen']);
  await daemon.resync();
  assert.deepEqual(announcedCounts(daemon), { ALL: '3 2', Archive: '1 1', INBOX: '2 1' });
});

/** The counters told last of each label, by its folder. */
function announcedCounts(daemon: TestDaemon): Record<string, string> {
  const db = openReadOnly(storeFiles(daemon.dataDir).mail);
  const rows = db.all<{ label_id: string; provider_id: string }>(sql`SELECT label_id, provider_id FROM labels`);
  db.close();
  const names = new Map(rows.map(({ label_id, provider_id }) => [label_id, provider_id]));
  const counts = daemon.events.all('LabelCountsUpdated').flatMap((event) => event.counts);
  return Object.fromEntries(
    counts.map(({ label_id, total_count, unread_count }) => [names.get(label_id), `${total_count} ${unread_count}`]),
  );
}
