import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleMessage } from '../conformance/sample-messages.ts';
import { openTestGmail } from './test-gmail-mailbox.ts';

test('drafts and sent mail leave their folders only for the trash, and are deleted there', async (t) => {
  const gmail = await openTestGmail();
  t.after(gmail.close);
  const { provider, server } = gmail;
  const { signal } = new AbortController();
  for await (const _ of provider.changes({}, signal));
  const ref = await provider.append('Drafts', sampleMessage('begun'), ['\\Draft', '\\Seen'], signal);
  assert.ok(ref);
  const [refused] = await provider.apply([{ do: 'move', ref, to: 'INBOX' }], signal);
  assert.ok(refused && !refused.ok && /removed from Drafts/.test(refused.error));
  const [moved] = await provider.apply([{ do: 'move', ref, to: 'Trash' }], signal);
  assert.ok(moved?.ok && moved.moved_to);
  assert.deepEqual(
    server.mail.messages.all().map(({ label_ids }) => label_ids.toSorted()),
    [['DRAFT', 'TRASH']],
  );
  const [expunged] = await provider.apply([{ do: 'expunge', ref: moved.moved_to }], signal);
  assert.deepEqual(expunged, { ok: true });
  assert.deepEqual(server.mail.messages.all(), []);
});
