import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { beginRemoval } from '../../mail/accounts/removal.ts';
import { newAccountId } from '../../mail/accounts/account-ids.ts';
import { openWritable, sql, type WriteDb } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { ada, bob, mail, testDaemon, testStart, type TestDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';

const word = 'Quittenmarmelade';
/** Also in subjects, and never used in a search: the activity log records searches. */
const aside = 'Marillenknoedel';
const shared = randomBytes(120_000);
const own = randomBytes(120_000);
const draft_id = '01960000-0000-7000-8000-000000000001';

function buildMessage(subject: string, ...files: Buffer[]): Buffer {
  const parts = files.flatMap((file) => [
    '--b',
    'Content-Type: application/pdf; name="a.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    file.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  ]);
  const head = ['From: Carl <carl@people.test>', 'To: ada@example.test', `Subject: ${subject}`];
  const type = 'Content-Type: multipart/mixed; boundary="b"';
  return Buffer.from(
    [...head, 'MIME-Version: 1.0', type, '', '--b', '', 'See below.', ...parts, '--b--', ''].join('\r\n'),
  );
}

const dataDir = join(testFolder(), 'data');
const settings = {
  accounts: [{ ...ada, count: 120 }, bob],
  dataDir,
  prepare(servers: Parameters<NonNullable<NonNullable<Parameters<typeof testDaemon>[1]>['prepare']>>[0]) {
    servers.get('ada')?.control.deliver(buildMessage(`${word} and ${aside} for Ada`, shared, own));
    servers
      .get('ada')
      ?.control.deliver(
        mail({ from: 'carl@people.test', subject: `More ${word}, ${aside}`, text: `${word} ${aside}` }),
      );
    servers.get('bob')?.control.deliver(buildMessage('for Bob', shared));
  },
};

let daemon: TestDaemon = await testDaemon({ after: () => undefined }, settings);
await daemon.synced();
after(() => daemon.close());
const idOf = ({ email }: { email: string }) => newAccountId({ provider_kind: 'fake', email });
const account_id = idOf(ada);

/** Reads or changes the tables directly, next to the daemon. */
function inStore<T>(read: (db: WriteDb) => T): T {
  const db = openWritable(storeFiles(dataDir).mail, { durability: 'normal' });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

const storedMessages = (id: string) =>
  inStore((db) =>
    db.all(sql`SELECT m.id FROM messages m JOIN accounts a ON a.id = m.account WHERE a.account_id = ${id}`),
  ).length;
const messageIn = (id: string) =>
  inStore((db) =>
    db.get<{ message_id: string }>(sql`
      SELECT message_id FROM messages m JOIN accounts a ON a.id = m.account WHERE a.account_id = ${id} LIMIT 1`),
  )?.message_id ?? '';
/** Whether the event log or the activity log contains a text. */
function isInLog(text: string): boolean {
  const db = openWritable(storeFiles(dataDir).activity, { durability: 'normal' });
  try {
    return (
      db.all(
        sql`SELECT 1 FROM events WHERE instr(payload, ${text}) UNION SELECT 1 FROM activity WHERE instr(context, ${text})`,
      ).length > 0
    );
  } finally {
    db.close();
  }
}
const blobs = () =>
  readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
const found = async (q: string) =>
  (await daemon.ask('search.find', { q, scope: 'messages' })).groups.flatMap(({ rows }) => rows).length;

test('before the removal, new mail arrives and the event log reports it', async () => {
  daemon.server('ada').control.deliver(mail({ from: 'carl@people.test', subject: `At last, ${aside}`, text: aside }));
  await daemon.events.until('NewMessages');
  await daemon.whenIndexed();
  assert.ok(isInLog(aside));
});

test('waiting sends prevent the removal of an account, and a dry run reports them', async () => {
  const draft = {
    id: draft_id,
    account_id,
    to: [{ email: 'carl@people.test' }],
    subject: 'Later',
    body_markdown: 'Hello',
  };
  await daemon.ask('drafts.saveLocal', draft);
  await daemon.ask('outbox.schedule', { draft_id, send_at: '2026-04-01T08:00:00.000Z' });
  const asked = { key: 'ada', purge_local_data: true };
  await assert.rejects(daemon.ask('accounts.remove', asked), { code: 'sends_waiting', details: { waiting: 1 } });
  const { result } = await daemon.ask('accounts.remove', { ...asked, dry_run: true });
  assert.deepEqual([result.ok, result.save?.ok], [false, false]);
  await daemon.ask('outbox.cancel', { draft_id });
});

test('a dry run reports what would happen with counts, and changes nothing', async () => {
  const toml = readFileSync(daemon.configFile, 'utf8');
  const say = async (purge_local_data: boolean) =>
    (await daemon.ask('accounts.remove', { key: 'ada', purge_local_data, dry_run: true })).result;
  const count = storedMessages(account_id).toLocaleString('en');
  assert.deepEqual(
    [(await say(false)).summary, (await say(true)).summary],
    [
      `Ada would be removed, with its settings. Its ${count} messages here stay readable. 1 draft of it stays.`,
      `Ada would be removed, with its settings. Its ${count} messages here would be deleted; what its server has stays there. 1 draft of it stays.`,
    ],
  );
  assert.deepEqual([readFileSync(daemon.configFile, 'utf8'), storedMessages(account_id) > 100], [toml, true]);
});

test('an account removed without its mail stays readable, and gets its mail back when it returns', async () => {
  const toml = readFileSync(daemon.configFile, 'utf8');
  const { result } = await daemon.ask('accounts.remove', { key: 'ada' });
  assert.match(result.summary, /stay readable\. 1 draft of it stays\. Bob is now the default account\.$/);
  assert.deepEqual(Object.keys(daemon.config.current.accounts), ['bob']);
  assert.equal(await found(word), 2);
  const { accounts } = await daemon.ask('accounts.list');
  assert.deepEqual(
    accounts.map(({ key, enabled, is_default }) => [key, enabled, is_default]),
    [
      [null, false, false],
      ['bob', true, true],
    ],
  );
  writeFileSync(daemon.configFile, toml);
  daemon.reloadConfig();
  assert.equal((await daemon.ask('accounts.list')).accounts[0]?.key, 'ada');
});

test('an account removed with its mail keeps only its drafts, and files shared with other accounts stay', async () => {
  assert.ok(blobs() >= 2);
  await daemon.ask('accounts.addAddress', { account_id: idOf(bob), email: 'bobby@example.test' });
  await daemon.ask('accounts.remove', { key: 'ada' });
  const own = messageIn(account_id);
  await daemon.ask('mutations.star', { message_ids: [own], starred: true });
  const { result: both } = await daemon.ask('mutations.star', {
    message_ids: [own, messageIn(idOf(bob))],
    starred: false,
  });
  // Its key is gone; its remaining data is addressed by its id.
  const { result } = await daemon.ask('accounts.remove', { key: account_id, purge_local_data: true });
  assert.match(result.summary, /^Ada is no longer set up\. Its \d+ messages here are being deleted/);
  const { total } = await daemon.events.until('MailRemoved');
  assert.ok(total > 100);
  await daemon.whenIndexed();
  assert.deepEqual([await found(word), storedMessages(account_id), blobs()], [0, 0, 1]);
  assert.deepEqual(
    inStore((db) =>
      db.all(sql`SELECT mutation_id FROM mutations WHERE completed = 1 OR mutation_id <> ${both.mutation_id}`),
    ),
    [{ mutation_id: both.mutation_id }],
    'the history of its mail is deleted, and no work waits for it',
  );
  const { drafts } = await daemon.ask('drafts.list');
  assert.deepEqual(
    drafts.map(({ subject }) => subject),
    ['Later'],
  );
  const { accounts } = await daemon.ask('accounts.list');
  assert.deepEqual(
    accounts.map(({ key }) => key),
    ['bob'],
  );
  await assert.rejects(daemon.ask('accounts.remove', { key: account_id }), { code: 'no_such_account' });
  const left = inStore((db) => [
    db.get<{ left: number }>(sql`
      SELECT (SELECT count(*) FROM threads WHERE account NOT IN (SELECT id FROM accounts))
        + (SELECT count(*) FROM contacts WHERE account NOT IN (SELECT id FROM accounts))
        + (SELECT count(*) FROM thread_references WHERE account NOT IN (SELECT id FROM accounts))
        + (SELECT count(*) FROM account_removals) AS left`)?.left,
    db.all(sql`PRAGMA foreign_key_check`).length,
  ]);
  assert.deepEqual(left, [0, 0]);
  await daemon.close();
  const files = ['mail.db', 'index.db', 'activity.db'].filter((name) =>
    readFileSync(join(dataDir, name)).includes(aside),
  );
  assert.deepEqual(files, []);
});

test('a returning account fetches its mail again; an interrupted removal continues', async () => {
  daemon = await testDaemon({ after: () => undefined }, settings);
  await daemon.synced();
  assert.equal(await found(word), 2);
  const { drafts } = await daemon.ask('drafts.list');
  assert.deepEqual(
    drafts.map((draft) => draft.account_id),
    [account_id],
  );
  await daemon.close();

  // Simulates a kill right after the account was removed from config.toml.
  inStore((db) => {
    const account = db.get<{ id: number; account_id: string }>(
      sql`SELECT id, account_id FROM accounts WHERE account_id = ${account_id}`,
    );
    assert.ok(account);
    db.transaction(() => beginRemoval(db, account, testStart));
  });
  daemon = await testDaemon({ after: () => undefined }, { ...settings, accounts: [bob] });
  await daemon.events.until('MailRemoved');
  await daemon.whenIndexed();
  assert.deepEqual([storedMessages(account_id), await found(word), await found('Bob')], [0, 0, 1]);
});
