import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certificateMissing, makeCertificate } from '../../testing/servers/certificate.ts';
import { startOddServer } from '../../testing/servers/imap/server.ts';
import { startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import { openOddProvider, oddAccountConfig } from '../../daemon/features/sync/test-odd-account.ts';
import { createSmtpSender } from '../../daemon/providers/smtp/smtp-sender.ts';
import { ada } from '../../daemon/test-daemon.ts';
import { runCount } from '../../daemon/test-run-count.ts';
import { connectHttp, fullProfile, toolDaemon, type TestClient } from './tool-daemon.ts';

const breaks = [
  '\r\n',
  '\n',
  '\r',
  '\r\n ',
  '\u2028',
  '\u0085',
  '\0\r\n',
  '%0d%0a',
  '\\r\\n',
  '=0D=0A',
  '=?utf-8?q?=0D=0A?=',
];
const injected = [
  'Bcc: mallory@evil.example',
  'X-Injected: yes',
  '.\r\nMAIL FROM:<x@evil.example>',
  'INJ1 LOGOUT',
  '"\r\nINJ2 DELETE "INBOX"',
];

/** Texts with every kind of line break before every kind of command; outside the soak tier some of them. */
const every = breaks.flatMap((lineBreak) => injected.map((command) => `Trip${lineBreak}${command}`));
const stride = Math.floor(every.length / runCount(every.length));
const hostile = every.filter((_text, index) => index % stride === 0);

const bob = { email: 'bob@example.test' };

/** Drafts with each text in each place, as far as they can be stored. */
async function saveDrafts(client: TestClient, account_id: string) {
  const draft_ids: string[] = [];
  let refused = 0;
  for (const text of hostile) {
    const fields = [
      { to: [bob], subject: text, body: text },
      { to: [{ ...bob, name: text }], subject: 'Name' },
      { to: [{ email: `${bob.email}${text.slice(4)}` }], subject: 'Address' },
      { to: [bob], cc: [{ email: text }], subject: 'Other address' },
    ];
    for (const draft of fields) {
      const { structuredContent, isError } = await client.call('save_draft', { account_id, ...draft, confirm: true });
      const { draft_id } = (structuredContent?.['result'] ?? {}) as { draft_id?: string };
      if (isError) refused++;
      if (draft_id) draft_ids.push(draft_id);
    }
  }
  return { draft_ids, refused };
}

async function accountOf(client: TestClient): Promise<string> {
  const { accounts } = (await client.call('list_accounts')).structuredContent as { accounts: { account_id: string }[] };
  return accounts[0]!.account_id;
}

test('line breaks in the arguments of tools are neither header fields nor recipients nor commands of SMTP', async (t) => {
  const sink = await startSmtpSink();
  t.after(() => sink.stop());
  const { host, port } = sink;
  const settings = { host, port, username: 'ada', password: 'x', authRequired: false, useTls: false };
  const openSender = async () => createSmtpSender(settings);
  const { url, token } = await toolDaemon(t, { accounts: [ada], options: { openSender } });
  const client = await connectHttp(t, 'v2', { url, token: await token() });
  const { draft_ids, refused } = await saveDrafts(client, await accountOf(client));
  assert.ok(draft_ids.length > hostile.length && refused > hostile.length / 3, `${draft_ids.length} ${refused}`);
  let accepted = 0;
  for (const draft_id of draft_ids) {
    const { isError } = await client.call('send_draft', { draft_id, hold_seconds: 0, confirm: true });
    if (!isError) accepted++;
  }
  assert.ok(accepted > hostile.length, String(accepted));
  assert.equal(sink.messages.length, accepted);
  for (const { from, to, bytes } of sink.messages) {
    assert.equal(from, ada.email);
    assert.ok(to.includes(bob.email));
    for (const recipient of to) assert.doesNotMatch(recipient, /evil|[\s\0,;<>]/);
    const [head = ''] = bytes.toString('latin1').split('\r\n\r\n');
    assert.doesNotMatch(head, /^(bcc|x-injected|mail from|inj\d)/im);
    assert.doesNotMatch(head, /[^\r]\n|\r[^\n]|\0/);
  }
});

const missing = certificateMissing();

test('nor are they commands of IMAP, in names of labels, in searches and in drafts', { skip: missing }, async (t) => {
  const certificate = makeCertificate();
  const server = await startOddServer({ certificate, user: 'ada' });
  t.after(() => server.stop());
  const { daemon, url, token } = await toolDaemon(t, {
    accounts: [],
    config: `${fullProfile}${oddAccountConfig}`,
    options: { openProvider: openOddProvider(server, certificate) },
  });
  await daemon.events.until('SyncFinished');
  const client = await connectHttp(t, 'v2', { url: `${url}?tools=all`, token: await token() });
  const account_id = await accountOf(client);
  const outcomes = { done: 0, refused: 0 };
  for (const text of hostile) {
    const calls: [string, object][] = [
      ['labels_create', { account_id, name: text }],
      ['label_mail', { query: 'in:inbox', add: [text] }],
      ['move_mail', { query: 'in:inbox', target_label: text }],
      ['search_fetch', { q: text, account_id }],
      ['search_fetch', { q: `subject:"${text}" from:${text}`, account_id }],
    ];
    for (const [name, given] of calls)
      outcomes[(await client.call(name, { ...given, confirm: true })).isError ? 'refused' : 'done']++;
  }
  await saveDrafts(client, account_id);
  assert.ok(outcomes.done > hostile.length && outcomes.refused > 0, JSON.stringify(outcomes));
  await client.call('sync_mail', { confirm: true });
  assert.ok(server.log.commands.some((command) => /CREATE|APPEND|SEARCH/.test(command)));
  for (const command of server.log.commands) assert.doesNotMatch(command, /^"?\s*INJ\d|[\r\n\0]/);
  assert.deepEqual(server.log.errors, []);
  assert.deepEqual(
    server.mailbox.folders.map(({ path }) => path).filter((path) => /[\r\n\0]/.test(path)),
    [],
  );
});
