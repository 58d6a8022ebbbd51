import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountOf, newDraft, withSuggestion, type Discovery } from './setup-draft.ts';

const found: Discovery = {
  email: 'ada@example.org',
  domain: 'example.org',
  provider: null,
  sync: { host: 'imap.example.org', port: 143, use_tls: true, auth_required: true, username: 'ada' },
  send: null,
  source: 'autoconfig',
  did_you_mean: null,
  trouble: null,
};

test('the form contains the detected values, and the usual ports for others', () => {
  const draft = newDraft('ada@example.org', found, []);
  assert.deepEqual([draft.sync.host, draft.sync.port, draft.sync.username], ['imap.example.org', '143', 'ada']);
  assert.deepEqual([draft.send?.host, draft.send?.port, draft.send?.username], ['', '465', 'ada@example.org']);
});

test('a second account of a provider gets another key', () => {
  assert.equal(newDraft('ada@example.org', undefined, ['Example', 'example-2']).key, 'example-3');
  assert.equal(newDraft('ada@пример.test', undefined, []).key, 'mail');
});

test('one password is used for both servers unless sending has another; without sign-in none is sent', () => {
  const draft = { ...newDraft('ada@example.org', found, []), password: 'secret' };
  assert.deepEqual([accountOf(draft)?.sync.password, accountOf(draft)?.send?.password], ['secret', 'secret']);
  const other = accountOf({ ...draft, sendPassword: 'another' });
  assert.deepEqual([other?.sync.password, other?.send?.password], ['secret', 'another']);
  const open = accountOf({ ...draft, sync: { ...draft.sync, auth_required: false } });
  assert.equal(open && 'password' in open.sync, false);
});

test('an invalid port is not sent', () => {
  const draft = newDraft('ada@example.org', found, []);
  for (const port of ['', '0', '65536', '99x', '-1'])
    assert.equal(accountOf({ ...draft, sync: { ...draft.sync, port } }), undefined, port);
});

test('a suggested correction is written to the affected field', () => {
  const draft = newDraft('ada@example.org', found, []);
  const trouble = {
    where: 'sync',
    what: 'port',
    host: 'imap.example.org',
    field: 'port',
    message: 'It answers at port 993.',
    technical: null,
    suggestion: { port: 993 },
  } as const;
  const changed = withSuggestion(draft, trouble);
  assert.deepEqual([changed.sync.host, changed.sync.port, changed.send], ['imap.example.org', '993', draft.send]);
});
