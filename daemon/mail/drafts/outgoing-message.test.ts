import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { sql } from '../../store/db.ts';
import { allAccounts, saveAccounts } from '../accounts/accounts.ts';
import { outgoingMessageOf } from './outgoing-message.ts';
import { addDraft, type NewDraft } from './drafts.ts';
import { saveDraftBlob } from './blobs.ts';
import { openTestStore } from '../mutations/test-kit/test-engine.ts';
import { addDraftFile } from '../compose/draft-files.ts';

const idAndDate = { header_id: 'message-3@example.org', date: new Date('2026-03-10T08:00:00.000Z') };
const clock = movableClock('2026-03-10T08:00:00.000Z');

async function testStore() {
  const db = await openTestStore();
  const setting = { key: 'bob', name: 'Work', email: 'bob@example.org', provider_kind: 'fake', sync_kind: 'fake' };
  saveAccounts(db, [{ ...setting, send_kind: 'fake', enabled: true }]);
  const [account] = allAccounts(db);
  assert.ok(account);
  const addTestDraft = (fields: Partial<NewDraft>) =>
    addDraft({ db, clock }, { account, actor: { origin: 'web' }, ...fields });
  return { db, addTestDraft };
}

test('a draft becomes a message with its addresses, its signature and its listed and inline files', async () => {
  const { db, addTestDraft: write } = await testStore();
  db.run(sql`
    INSERT INTO signatures (signature_id, name, body, created_at, updated_at) VALUES ('1', 'Short', '*Bob*', '', '')`);
  const draft = write({
    to_text: 'Lee, Ada <ada@example.org>; nobody',
    bcc_text: 'eve@example.org',
    subject: 'Dinner',
    body: '![map](cid:image-1)',
    signature: 'Short',
    calendar: JSON.stringify({ ics_body: 'BEGIN:VCALENDAR' }),
    in_reply_to: 'message-2@example.org',
    references: ['message-2@example.org'],
  });
  const { id: content } = await saveDraftBlob(
    { db, clock },
    (async function* () {
      yield Buffer.from('bytes');
    })(),
  );
  const file = { mime_type: 'image/png', size: 5, content };
  addDraftFile({ db, clock }, draft.id, { ...file, name: 'listed.png', position: 0 });
  addDraftFile({ db, clock }, draft.id, { ...file, name: 'shown.png', cid: 'image-1' });
  addDraftFile({ db, clock }, draft.id, { ...file, name: 'taken out.png', cid: 'image-2' });
  const { files, ...message } = outgoingMessageOf(db, draft, idAndDate);
  assert.deepEqual(message, {
    from: { name: null, email: 'bob@example.org' },
    to: [{ name: 'Lee, Ada', email: 'ada@example.org' }],
    cc: [],
    bcc: [{ name: null, email: 'eve@example.org' }],
    subject: 'Dinner',
    ...idAndDate,
    in_reply_to: 'message-2@example.org',
    references: ['message-2@example.org'],
    body: { kind: 'markdown', markdown: '![map](cid:image-1)', signature: '*Bob*' },
    calendar: { method: 'REPLY', ics: 'BEGIN:VCALENDAR' },
  });
  assert.deepEqual(files.map(({ name }) => name).toSorted(), ['listed.png', 'shown.png']);
  for (const { content } of files) assert.equal(await text(content()), 'bytes');
});

test('a draft with a missing file or without a sending account cannot become a message', async () => {
  const { db, addTestDraft: write } = await testStore();
  const draft = write({ body_kind: 'html', body: '<p>x</p>', body_text: 'x', from_text: 'Bob Lee <bob@example.org>' });
  const message = outgoingMessageOf(db, { ...draft, account: null }, idAndDate);
  assert.deepEqual(message.from, { name: 'Bob Lee', email: 'bob@example.org' });
  assert.deepEqual(message.body, { kind: 'html', html: '<p>x</p>', text: 'x' });
  assert.throws(() => outgoingMessageOf(db, { ...draft, from_text: '', account: null }, idAndDate), {
    code: 'account_gone',
  });
  const missing = { name: 'plan.pdf', mime_type: 'application/pdf', size: 5, content: null, position: 0 };
  addDraftFile({ db, clock }, draft.id, missing);
  assert.throws(() => outgoingMessageOf(db, draft, idAndDate), { code: 'file_missing', message: /plan\.pdf/ });
});
