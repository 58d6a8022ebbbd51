import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { timeId } from '../../base/ids.ts';
import type { TestSettings, TestDaemon } from '../../test-daemon.ts';
import { ada, bob, mail, testDaemon } from '../../test-daemon.ts';

const from = 'Ben <ben@people.example>';
const folderName = 'posthorn-export-2026-03-10T08-00-00Z';
const bytesOf = (subject: string, id: string) =>
  mail({ from, subject, text: `${subject}.\nFrom the start.`, id, minutesAgo: 60 });

async function openWithMail(t: Pick<TestContext, 'after'>, settings: TestSettings = {}): Promise<TestDaemon> {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(bytesOf('Dinner', 'dinner@x'), { flags: ['\\Seen', '\\Flagged'] });
      control.deliver(bytesOf('Dinner', 'again@x'));
      control.deliver(bytesOf('Re: a/b: "c"?', 'slash@x'), { folder: 'Sent' });
      servers.get('bob')!.control.deliver(bytesOf('For Bob', 'bob@x'));
    },
    ...settings,
  });
  await daemon.synced();
  return daemon;
}

/** The message or the error with which an export ends. */
async function endOf(daemon: TestDaemon, job_id: string): Promise<string> {
  const ends = () => [
    ...daemon.events.all('OperationCompleted').map((event) => ({ id: event.operation_id, text: event.message })),
    ...daemon.events.all('OperationFailed').map((event) => ({ id: event.operation_id, text: event.error })),
    ...daemon.events.all('OperationCancelled').map((event) => ({ id: event.operation_id, text: event.message })),
  ];
  for (;;) {
    const end = ends().find(({ id }) => id === job_id);
    if (end) return end.text;
    const [completed, failed, cancelled] = [
      daemon.events.all('OperationCompleted').length,
      daemon.events.all('OperationFailed').length,
      daemon.events.all('OperationCancelled').length,
    ];
    await Promise.race<unknown>([
      daemon.events.until('OperationCompleted', completed + 1),
      daemon.events.until('OperationFailed', failed + 1),
      daemon.events.until('OperationCancelled', cancelled + 1),
    ]);
  }
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted();

test('all mail is exported as mbox files by account and folder, and importing one brings back every byte', async (t) => {
  const daemon = await openWithMail(t);
  const { account_id } = (await daemon.ask('accounts.list')).accounts[0]!;
  await daemon.ask('drafts.saveLocal', { id: timeId(), account_id, subject: 'Not sent', body_markdown: 'yet' });
  const downloads = join(daemon.dataDir, 'downloads');
  mkdirSync(join(downloads, folderName), { recursive: true });
  const { job_id, folder } = await daemon.ask('exports.startMailboxes', { format: 'Mbox' });
  assert.equal(folder, folderName);
  assert.equal(await endOf(daemon, job_id), `4 messages are in ${folderName}-2, in your downloads folder.`);
  const root = join(downloads, `${folderName}-2`);
  assert.deepEqual(filesIn(root), [
    'Summary.txt',
    'ada@example.test/Drafts.json',
    'ada@example.test/Inbox.mbox',
    'ada@example.test/Sent.mbox',
    'bob@example.test/Inbox.mbox',
  ]);
  assert.equal(
    readFileSync(join(root, 'Summary.txt'), 'utf8'),
    `Mail exported by Posthorn on 2026-03-10 at 08:00 UTC.
Each folder is an mbox file, which most mail programs can import. A message with several labels is in several files.

ada@example.test
  Inbox.mbox: 2 messages
  Sent.mbox: 1 message
  Drafts that weren’t sent: 1

bob@example.test
  Inbox.mbox: 1 message

Every message is complete.
`,
  );
  const { drafts } = JSON.parse(readFileSync(join(root, 'ada@example.test', 'Drafts.json'), 'utf8'));
  assert.deepEqual(
    drafts.map((draft: { subject: string; body_markdown: string }) => [draft.subject, draft.body_markdown]),
    [['Not sent', 'yet']],
  );
  const { job } = await daemon.ask('jobs.get', { job_id });
  assert.deepEqual([job.status, job.progress.total, job.progress.succeeded], ['succeeded', 4, 4]);

  const other = await testDaemon(t, { accounts: [] });
  const path = join(root, 'ada@example.test', 'Inbox.mbox');
  await endOf(other, (await other.ask('import.start', { path }, { origin: 'cli' })).job_id);
  const { groups } = await other.ask('search.find', { q: 'in:anywhere', scope: 'messages' });
  const rows = groups.flatMap(({ rows: each }) => each);
  assert.deepEqual(rows.map(({ subject, starred }) => `${subject} ${starred}`).toSorted(), [
    'Dinner false',
    'Dinner true',
  ]);
});

test('one account is exported as a file for each message, with a name that every system accepts', async (t) => {
  const daemon = await openWithMail(t);
  const { account_id } = (await daemon.ask('accounts.list')).accounts[0]!;
  const { job_id } = await daemon.ask('exports.startMailboxes', { account_id, format: 'Eml' });
  assert.equal(await endOf(daemon, job_id), `3 messages are in ${folderName}, in your downloads folder.`);
  const root = join(daemon.dataDir, 'downloads', folderName);
  assert.deepEqual(filesIn(root), [
    'Summary.txt',
    'ada@example.test/Inbox/2026-03-10 0700 Dinner (2).eml',
    'ada@example.test/Inbox/2026-03-10 0700 Dinner.eml',
    'ada@example.test/Sent/2026-03-10 0700 Re a b c.eml',
  ]);
  const sent = readFileSync(join(root, 'ada@example.test', 'Sent', '2026-03-10 0700 Re a b c.eml'));
  assert.ok(sent.equals(bytesOf('Re: a/b: "c"?', 'slash@x')));

  await assert.rejects(daemon.ask('exports.startMailboxes', { account_id: timeId(), format: 'Eml' }), {
    code: 'not_found',
  });
  await assert.rejects(daemon.ask('exports.startMailboxes', { format: 'Markdown' }), { code: 'invalid_input' });
});

test('a caller that may see one account exports that account only', async (t) => {
  const daemon = await openWithMail(t);
  const [first, second] = (await daemon.ask('accounts.list')).accounts;
  const caller = { origin: 'script', only: [second!.account_id] } as const;
  const { job_id } = await daemon.ask('exports.startMailboxes', { format: 'Json' }, caller);
  await endOf(daemon, job_id);
  const root = join(daemon.dataDir, 'downloads', folderName);
  assert.deepEqual(filesIn(root), ['Summary.txt', 'bob@example.test/mail.json']);
  await assert.rejects(
    daemon.ask('exports.startMailboxes', { account_id: first!.account_id, format: 'Json' }, caller),
    ({ code }) => ['policy', 'not_found'].includes(code),
  );
});

test('JSON has the labels, the drafts, and each message once with its flags and labels', async (t) => {
  const daemon = await openWithMail(t);
  const { account_id } = (await daemon.ask('accounts.list')).accounts[0]!;
  await daemon.ask('drafts.saveLocal', { id: timeId(), account_id, subject: 'Not sent' });
  const { job_id } = await daemon.ask('exports.startMailboxes', { account_id, format: 'Json' });
  await endOf(daemon, job_id);
  const file = join(daemon.dataDir, 'downloads', folderName, 'ada@example.test', 'mail.json');
  const { account, labels: allLabels, drafts, messages } = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual([account, drafts[0].subject], [{ account_id, name: 'Ada', email: 'ada@example.test' }, 'Not sent']);
  assert.ok(
    allLabels.some(({ role, path }: { role: string; path: string[] }) => role === 'inbox' && path[0] === 'Inbox'),
  );
  assert.deepEqual(
    messages
      .map(({ subject, labels, flags }: Record<string, unknown>) => JSON.stringify([subject, labels, flags]))
      .toSorted(),
    ['["Dinner",["Inbox"],["READ","STARRED"]]', '["Dinner",["Inbox"],[]]', '["Re: a/b: \\"c\\"?",["Sent"],["SENT"]]'],
  );
});

test('a large attachment that the server does not give is named in the summary, and is fetched when it does', async (t) => {
  const lines = Array.from({ length: 8_000 }, (_, line) => Buffer.alloc(57, line).toString('base64')).join('\n');
  const part = 'Content-Type: application/pdf; name="report.pdf"\nContent-Transfer-Encoding: base64\n\n';
  const large = mail({
    from,
    subject: 'Report',
    text: `--b\n\nSee below.\n--b\n${part}${lines}\n--b--`,
    id: 'report@x',
    headers: { 'Content-Type': 'multipart/mixed; boundary="b"' },
  });
  const daemon = await openWithMail(t, {
    accounts: [ada],
    prepare: (servers) => servers.get('ada')!.control.deliver(large),
  });
  const { control } = daemon.server('ada');
  control.fault({ kind: 'offline' });
  const first = await daemon.ask('exports.startMailboxes', { format: 'Mbox' });
  assert.match(await endOf(daemon, first.job_id), /Parts of 1 message aren’t in it.*Summary\.txt says which/);
  const downloads = join(daemon.dataDir, 'downloads');
  assert.match(
    readFileSync(join(downloads, folderName, 'Summary.txt'), 'utf8'),
    /^Not complete \(1\): .*\n {2}ada@example\.test\/Inbox\.mbox: 2026-03-10, Ben <ben@people\.example>, “Report”: report\.pdf/m,
  );
  control.clearFaults();
  await daemon.resync();
  const second = await daemon.ask('exports.startMailboxes', { format: 'Eml' });
  await endOf(daemon, second.job_id);
  const [file = ''] = filesIn(join(downloads, `${folderName}-2`)).filter((name) => name.endsWith('.eml'));
  assert.ok(readFileSync(join(downloads, `${folderName}-2`, file)).equals(large));
});

test('an export that is cancelled, interrupted or does not fit leaves nothing under its name', async (t) => {
  let free = 1e12;
  const daemon = await openWithMail(t, { options: { freeBytes: async () => free } });
  const downloads = join(daemon.dataDir, 'downloads');
  const first = await daemon.ask('exports.startMailboxes', { format: 'Mbox' });
  await daemon.ask('jobs.cancel', { job_id: first.job_id });
  assert.equal(await endOf(daemon, first.job_id), 'Cancelled. The partial export was deleted.');

  free = 1_000_000;
  const second = await daemon.ask('exports.startMailboxes', { format: 'Eml' });
  assert.match(await endOf(daemon, second.job_id), /^21 MB are needed in .*, and 1 MB are free\. Free up some space/);
  assert.deepEqual(readdirSync(downloads), []);

  await daemon.close();
  const half = join(downloads, `.exporting-posthorn-test-${folderName}`);
  mkdirSync(join(half, 'ada@example.test'), { recursive: true });
  writeFileSync(join(half, 'ada@example.test', 'Inbox.mbox'), 'half of it');
  free = 1e12;
  const again = await testDaemon(t, { accounts: [], dataDir: daemon.dataDir });
  const { job_id } = await again.ask('exports.startMailboxes', { format: 'Mbox' });
  await endOf(again, job_id);
  assert.deepEqual(readdirSync(downloads), [folderName]);
});
