import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Failure } from '../../base/failure.ts';
import { randomId } from '../../base/ids.ts';
import { until } from '../../test-until.ts';
import { ada, bob, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const offline = [
  { ...ada, enabled: false },
  { ...bob, enabled: false },
];
const people = [{ name: 'Ben Carter', email: 'ben@people.example' }];

async function accountIds(daemon: TestDaemon): Promise<string[]> {
  return (await daemon.ask('accounts.list')).accounts.map(({ account_id }) => account_id);
}

function draft(account_id: string, more: object = {}) {
  return {
    id: randomId(),
    account_id,
    to: people,
    subject: 'Dinner',
    body_markdown: 'Shall we say **seven**?',
    ...more,
  };
}

const hasCode = (code: string) => (failed: Failure) => failed.code === code;

test('a draft is stored under its given id, listed, updated and returned unchanged', async (t) => {
  const daemon = await testDaemon(t, { accounts: offline });
  const [account_id = '', other_id = ''] = await accountIds(daemon);
  const request = draft(account_id, { reply_headers: { in_reply_to: '<letter-1@people.example>' }, intent: 'reply' });

  await daemon.ask('drafts.saveLocal', request);
  daemon.clock.advance(60_000);
  const { draft: saved } = await daemon.ask('drafts.saveLocal', {
    ...request,
    to: [],
    subject: 'Dinner\r\nBcc: everybody@people.example',
    body_markdown: 'At eight.',
    updated_at: '2001-01-01T00:00:00Z',
  });

  assert.deepEqual(saved, (await daemon.ask('drafts.get', { draft_id: request.id.toUpperCase() })).draft);
  const { created_at, updated_at, ...rest } = saved;
  assert.deepEqual([created_at, updated_at], ['2026-03-10T08:00:00.000Z', '2026-03-10T08:01:00.000Z']);
  assert.deepEqual(rest, {
    id: request.id,
    account_id,
    from: null,
    to: [],
    cc: [],
    bcc: [],
    subject: 'Dinner Bcc: everybody@people.example',
    body_markdown: 'At eight.',
    attachments: [],
    inline_assets: [],
    inline_calendar_reply: null,
    intent: 'reply',
    reply_headers: { in_reply_to: 'letter-1@people.example', references: [], thread_id: null },
    state: 'draft',
  });
  const { drafts } = await daemon.ask('drafts.list');
  assert.deepEqual(
    drafts.map(({ id, recipients, snippet, on_server, state, draft_path, updated_at_label }) => [
      [id, recipients, snippet],
      [on_server, state, draft_path, updated_at_label],
    ]),
    [
      [
        [request.id, '', 'At eight.'],
        ['no', 'draft', null, '09:01'],
      ],
    ],
  );

  await t.test(
    'the fixed properties of a draft cannot change, and invalid content is refused without a change',
    async () => {
      const refusals: [object, string][] = [
        [{ id: 'not-an-id' }, 'malformed_id'],
        [{ account_id: other_id }, 'account_fixed'],
        [{ body_markdown: null, body_html: '<p>At eight.</p>' }, 'body_fixed'],
        [{ body_html: '<p>At eight.</p>' }, 'two_bodies'],
        [{ attachments: ['/etc/passwd'] }, 'file_not_uploaded'],
        [{ attachments: [`files/${randomId()}/plan.pdf`] }, 'file_not_uploaded'],
        [{ inline_assets: [{ cid: 'a b', path: 'files/x/y' }] }, 'bad_cid'],
        [{ to: [{ email: 'ben@people.example>, eve@people.example' }] }, 'bad_address'],
        [{ reply_headers: { in_reply_to: 'a@b>\r\nBcc: c' } }, 'bad_reference'],
        [{ reply_headers: { in_reply_to: 'a@b', thread_id: 'none' } }, 'malformed_id'],
        [{ subject: 'x'.repeat(10_001) }, 'invalid_input'],
      ];
      for (const [change, code] of refusals)
        await assert.rejects(
          daemon.ask('drafts.saveLocal', { ...request, ...change }),
          hasCode(code),
          JSON.stringify(change),
        );
      assert.deepEqual((await daemon.ask('drafts.get', { draft_id: request.id })).draft, saved);
    },
  );

  await t.test('incomplete addresses, and names of any kind, are returned unchanged', async () => {
    const to = [
      { name: 'Lee, Bob "the 3rd"; <x>', email: 'bob@people.example' },
      { name: null, email: 'not yet an address' },
      { name: 'Zoë 山田 👩🏽‍🚀', email: 'zoe@bücher.example' },
    ];
    const { draft: kept } = await daemon.ask('drafts.saveLocal', draft(account_id, { to, cc: [{ email: 'half@' }] }));
    assert.deepEqual(
      kept.to.map(({ name, email }) => `${name} ${email}`).toSorted(),
      to.map(({ name, email }) => `${name} ${email}`).toSorted(),
    );
    assert.deepEqual(kept.cc, [{ name: null, email: 'half@' }]);
  });

  await t.test('HTML is stored byte for byte next to its text', async () => {
    const body_html = '<p>A &amp; <b>B</b>\r\n';
    const html = draft(other_id, { body_markdown: null, body_html, body_text: 'A & B' });
    const { draft: kept } = await daemon.ask('drafts.saveLocal', html);
    assert.deepEqual([kept.body_html, kept.body_text, kept.body_markdown], [body_html, 'A & B', undefined]);
  });

  await t.test('a token restricted to an account sees only the drafts of that account', async () => {
    const caller = { origin: 'script', token_id: randomId(), only: [other_id] } as const;
    const seen = (await daemon.ask('drafts.list', {}, caller)).drafts.map((each) => each.account_id);
    assert.deepEqual(seen, [other_id]);
    await assert.rejects(daemon.ask('drafts.get', { draft_id: request.id }, caller), hasCode('not_found'));
    await assert.rejects(daemon.ask('drafts.remove', { draft_id: request.id }, caller), hasCode('not_found'));
    await assert.rejects(daemon.ask('drafts.recover', { draft_id: 'none' }, caller), hasCode('malformed_id'));
    const mine = draft(other_id, { id: request.id });
    await assert.rejects(daemon.ask('drafts.saveLocal', mine, caller), hasCode('id_taken'));
    await assert.rejects(daemon.ask('drafts.saveLocal', draft(account_id), caller), hasCode('not_found'));
  });
});

test('a discarded draft can be restored for 30 days, and is then deleted permanently', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, enabled: false }] });
  const [account_id = ''] = await accountIds(daemon);
  const [kept, gone] = [draft(account_id), draft(account_id)];
  for (const each of [kept, gone]) {
    await daemon.ask('drafts.saveLocal', each);
    await daemon.ask('drafts.remove', { draft_id: each.id });
  }
  assert.deepEqual((await daemon.ask('drafts.list')).drafts, []);
  await assert.rejects(daemon.ask('drafts.saveLocal', kept), hasCode('draft_discarded'));
  assert.deepEqual((await daemon.ask('drafts.remove', { draft_id: gone.id })).kind, 'Ack');
  const { drafts } = await daemon.ask('drafts.discarded');
  assert.deepEqual(new Set(drafts.map(({ id }) => id)), new Set([kept.id, gone.id]));

  await daemon.ask('drafts.recover', { draft_id: kept.id });
  assert.deepEqual(
    (await daemon.ask('drafts.list')).drafts.map(({ id }) => id),
    [kept.id],
  );
  daemon.clock.advance(29 * 86_400_000);
  await settled();
  assert.equal((await daemon.ask('drafts.discarded')).drafts.length, 1);
  daemon.clock.advance(2 * 86_400_000);
  await until('the draft is gone', async () => (await daemon.ask('drafts.discarded')).drafts.length === 0);
  await assert.rejects(daemon.ask('drafts.recover', { draft_id: gone.id }), hasCode('not_found'));
  assert.equal((await daemon.ask('drafts.get', { draft_id: kept.id })).draft.body_markdown, kept.body_markdown);
});

test('drafts survive the removal of their account, and continue when it comes back', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, { ...bob, enabled: false }] });
  await daemon.synced();
  const account_id = (await accountIds(daemon))[1] ?? '';
  const request = draft(account_id);
  await daemon.ask('drafts.saveLocal', request);
  const whole = readFileSync(daemon.configFile, 'utf8');
  const configure = async (text: string) => {
    const before = daemon.events.all('ConfigChanged').length;
    writeFileSync(daemon.configFile, text);
    daemon.reloadConfig();
    await daemon.events.until('ConfigChanged', before + 1);
  };

  await configure(whole.replace(/\[accounts\.bob\][^]*$/, ''));
  assert.equal((await daemon.ask('drafts.get', { draft_id: request.id })).draft.subject, 'Dinner');
  await configure(whole);
  const { draft: back } = await daemon.ask('drafts.saveLocal', { ...request, subject: 'Supper' });
  assert.deepEqual([back.subject, back.account_id], ['Supper', account_id]);

  await t.test('accounts report their draft capabilities, and the report counts drafts', async () => {
    const { accounts } = await daemon.ask('accounts.list');
    const capabilities = accounts.map(({ capabilities }) => [
      capabilities.supports_send,
      capabilities.supports_local_drafts,
      capabilities.supports_server_drafts,
    ]);
    assert.deepEqual(capabilities, [
      [true, true, true],
      [false, true, false],
    ]);
    assert.equal((await daemon.ask('diagnostics.report')).report.data_stats?.drafts, 1);
  });
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}
