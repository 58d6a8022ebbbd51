import assert from 'node:assert/strict';
import { test } from 'node:test';
import { owner, testSafetyCheck } from './test-safety-check.ts';

const blocked = ['blocker confidential_marker'];
const externalRecipient = { to_text: 'ben@people.example' };

test('a confidentiality marker blocks messages to external recipients, and none to internal ones (checklist 133)', async () => {
  const { issuesOf } = await testSafetyCheck();
  const internal_domains = ['people.example'];
  const body = 'The figures are CONFIDENTIAL.';
  assert.deepEqual(issuesOf({ body, to_text: 'ben@people.example, eve@it.people.example' }, { internal_domains }), []);
  assert.deepEqual(issuesOf({ body, ...externalRecipient, bcc_text: 'cleo@x.example' }, { internal_domains }), blocked);
  assert.deepEqual(issuesOf({ body, to_text: owner }, { internal_domains }), []);
});

test('without internal domains the user’s own domains are internal, but those of public mail providers are not (checklist 133)', async () => {
  const { issuesOf, db, account } = await testSafetyCheck();
  const body = 'INTERNAL: the figures.';
  assert.deepEqual(issuesOf({ body, to_text: 'colleague@example.test' }), []);
  assert.deepEqual(issuesOf({ body, ...externalRecipient }), blocked);
  db.exec(`INSERT INTO account_addresses (account, email, is_primary) VALUES (${account.id}, 'owner@gmail.com', 0)`);
  assert.deepEqual(issuesOf({ body, to_text: 'owner@gmail.com' }), []);
  assert.deepEqual(issuesOf({ body, to_text: 'stranger@gmail.com' }), blocked);
});

test('markers are words in capitals, separate lines and labels, and not sentences about confidentiality', async () => {
  const { issuesOf } = await testSafetyCheck();
  const marked = [
    'See the INTERNAL plan.',
    'Hello.\n\n**Strictly confidential**\n\nText.',
    '# Internal use only\n\nText.',
    'Confidential: we buy them.',
    'Zahlen: VERTRAULICH',
    'Text.\n\n-- \nCONFIDENTIAL',
    '> INTERNAL: what nobody wrote before',
  ];
  const plain = [
    'This is an internal matter, and you may treat it as confidential.',
    'The server says 500 INTERNAL SERVER ERROR.',
    'INTERNALS and INTERNAL_ID',
    '- internal\n- external',
  ];
  assert.deepEqual(
    marked.map((body) => issuesOf({ body, ...externalRecipient })),
    marked.map(() => blocked),
  );
  assert.deepEqual(
    plain.map((body) => issuesOf({ body, ...externalRecipient })),
    plain.map(() => []),
  );
  const subject = (text: string) => issuesOf({ subject: text, ...externalRecipient });
  assert.deepEqual([subject('Re: [Confidential] Plan'), subject('FW: INTERNAL figures')], [blocked, blocked]);
  assert.deepEqual(subject('Our internal dinner'), []);
});

test('a marker in quoted text blocks the message only for recipients who did not have the original (checklist 134)', async () => {
  const { issuesOf, messageRowId } = await testSafetyCheck([
    { from: 'Ben <ben@people.example>', to: `${owner}, Cleo <cleo@x.example>`, subject: 'Plan', text: 'CONFIDENTIAL' },
  ]);
  const quote = 'On Tuesday, 10 March 2026 at 07:00, Ben <ben@people.example> wrote:\n> CONFIDENTIAL plan';
  const answer = { intent: 'reply' as const, source: messageRowId('Plan'), body: `Thank you.\n\n${quote}` };
  assert.deepEqual(issuesOf({ ...answer, ...externalRecipient }), ['warning confidential_marker']);
  assert.deepEqual(issuesOf({ ...answer, ...externalRecipient, cc_text: 'eve@z.example' }), blocked);
  assert.deepEqual(issuesOf({ ...answer, ...externalRecipient, subject: 'Re: Plan' }), ['warning confidential_marker']);
  assert.deepEqual(issuesOf({ ...answer, ...externalRecipient, source: null }), blocked);
  assert.deepEqual(issuesOf({ ...answer, ...externalRecipient, body: `CONFIDENTIAL too.\n\n${quote}` }), blocked);
  const forward = {
    intent: 'forward' as const,
    source: messageRowId('Plan'),
    body: '---------- Forwarded message ----------\nFrom: Ben <ben@people.example>\nDate: Tuesday\nSubject: Plan\n\nCONFIDENTIAL',
  };
  assert.deepEqual(issuesOf({ ...forward, to_text: 'eve@z.example' }), blocked);
  assert.deepEqual(issuesOf({ ...forward, to_text: 'cleo@x.example' }), ['warning confidential_marker']);
  assert.deepEqual(issuesOf({ ...forward, to_text: 'colleague@example.test' }), []);
});

test('a marker in the inherited subject does not count as the user’s own (checklist 134)', async () => {
  const subject = '[Confidential] Offer';
  const { issuesOf, messageRowId } = await testSafetyCheck([{ from: 'Ben <ben@people.example>', subject }]);
  const answer = { intent: 'reply' as const, source: messageRowId(subject), subject: `Re: ${subject}` };
  assert.deepEqual(issuesOf({ ...answer, ...externalRecipient }), ['warning confidential_marker']);
  assert.deepEqual(issuesOf({ ...answer, to_text: 'eve@z.example' }), blocked);
  assert.deepEqual(issuesOf({ ...answer, ...externalRecipient, subject: `${subject}, mine` }), blocked);
});

test('formatted drafts are checked as rendered', async () => {
  const { issuesOf } = await testSafetyCheck();
  const body = '<p>The <b>CONFIDENTIAL</b> plan</p>';
  assert.deepEqual(issuesOf({ body_kind: 'html', body, ...externalRecipient }), blocked);
  assert.deepEqual(
    issuesOf({ body_kind: 'html', body: '<p class="CONFIDENTIAL">Hello</p>', ...externalRecipient }),
    [],
  );
});
