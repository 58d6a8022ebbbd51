import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openReadOnly, sql } from '../../daemon/store/db.ts';
import { until } from '../../daemon/test-until.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import { postfixMissing, startPostfix, type Postfix } from '../../testing/servers/postfix.ts';
import { untilSynced } from './support/dovecot-account.ts';
import { randomMessages } from './support/test-messages.ts';

const missing = dovecotMissing();
if (missing) test('an account that is set up in the app', { skip: missing });
else describe('an account that is set up in the app', suite);

/** Only in the subject of a message. */
const word = 'Marillenknoedel';
const count = 60;

function suite(): void {
  let dovecot: Dovecot;
  /** If it cannot be started, mail is read and not sent. */
  let postfix: Postfix | undefined;
  let home: Home;
  let daemon: DaemonProcess;
  let alice: MailUser;

  before(async () => {
    dovecot = await startDovecot();
    [alice] = dovecot.users as [MailUser];
    dovecot.seed(alice.user, 'INBOX', randomMessages({ count, seed: 41 }));
    if (!postfixMissing()) postfix = await startPostfix(dovecot);
    home = makeHome([]);
    daemon = await startDaemon(home, dovecot);
  });
  after(async () => {
    await daemon?.kill();
    await postfix?.stop();
    await dovecot?.stop();
    home?.remove();
  });

  const setup = (password = alice.password) => {
    const server = { host: '127.0.0.1', username: alice.user, password };
    return {
      key: 'work',
      name: 'Work',
      email: alice.email,
      sync: { type: 'imap' as const, ...server, port: dovecot.imapPort },
      send: postfix && { type: 'smtp' as const, ...server, port: postfix.port },
    };
  };
  const file = (name: string) => readFileSync(join(home.configDir, name), 'utf8');
  const stored = async () => (await daemon.ask('admin.status', {})).total_messages;

  test('a wrong password is reported for both servers, and nothing is saved', async () => {
    const { result } = await daemon.ask('accounts.test', setup('guess'));
    assert.deepEqual(
      [result.ok, result.save, result.sync?.ok, result.send?.ok],
      [false, null, false, postfix && false],
    );
    const reported = result.troubles.map(({ where, what, field }) => [where, what, field]);
    assert.deepEqual(reported, [
      ['sync', 'password', 'password'],
      ...(postfix ? [['send', 'password', 'password']] : []),
    ]);
    assert.doesNotMatch(JSON.stringify(result), /guess/);
    assert.deepEqual((await daemon.ask('accounts.list', {})).accounts, []);
    assert.doesNotMatch(file('secrets.toml'), /guess/);
  });

  test('after setup with the right one, its mail arrives; a wrong one stored later is repaired', async () => {
    const since = new Date();
    const { result } = await daemon.ask('accounts.upsert', setup());
    assert.deepEqual([result.ok, result.summary, result.troubles], [true, 'Work is set up.', []]);
    assert.match(result.sync?.detail ?? '', /^Signed in to 127\.0\.0\.1\. It has \d+ folders?\.$/);
    if (postfix) assert.equal(result.send?.detail, 'Signed in to 127.0.0.1. It takes mail to send.');
    await untilSynced(daemon, since);
    assert.equal(await stored(), count);

    const { result: spoilt } = await daemon.ask('accounts.upsert', { ...setup('another guess'), send: null });
    assert.deepEqual([spoilt.ok, spoilt.save?.ok, spoilt.sync?.ok, spoilt.send], [false, true, false, null]);
    assert.doesNotMatch(file('config.toml'), /smtp/);
    const { result: repaired } = await daemon.ask('accounts.repair', setup());
    assert.deepEqual([repaired.ok, repaired.summary], [true, 'Work works again.']);
    assert.doesNotMatch(file('secrets.toml'), /another guess/);
    await until('it is in sync again', async () => {
      const { accounts } = await daemon.ask('accounts.list', {});
      return accounts[0]?.health.state === 'synced';
    });
  });

  test('a server at an unusual port that begins with TLS is found out, and the way is kept', async () => {
    const [, bob] = dovecot.users as [MailUser, MailUser];
    dovecot.seed(bob.user, 'INBOX', randomMessages({ count: 3, seed: 42 }));
    const server = { host: '127.0.0.1', port: dovecot.imapsPort, username: bob.user, password: bob.password };
    const beside = {
      key: 'beside',
      name: 'Beside',
      email: bob.email,
      sync: { type: 'imap' as const, ...server },
      send: null,
    };
    const { result: tested } = await daemon.ask('accounts.test', beside);
    assert.deepEqual([tested.ok, tested.troubles], [true, []]);
    assert.doesNotMatch(file('config.toml'), /implicit_tls/);
    const { result } = await daemon.ask('accounts.upsert', beside);
    assert.deepEqual([result.ok, result.troubles], [true, []]);
    assert.match(file('config.toml'), /\[accounts\.beside\.sync\][^[]*implicit_tls = true/);
    await until('its mail has arrived', async () => (await stored()) === count + 3);

    // Of another port nothing is known.
    const { result: moved } = await daemon.ask('accounts.upsert', {
      ...beside,
      sync: { ...beside.sync, port: dovecot.imapPort },
    });
    assert.deepEqual([moved.ok, moved.troubles], [true, []]);
    assert.doesNotMatch(file('config.toml'), /implicit_tls/);
    await daemon.ask('accounts.remove', { key: 'beside', purge_local_data: true });
    await until('its mail is gone', async () => (await stored()) === count);
  });

  test('no password is in the settings, the databases or the log', async () => {
    const { configDir, dataDir } = home;
    const paths = [configDir, dataDir].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'secrets.toml')
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    assert.ok(paths.length > 5);
    for (const password of [alice.password, 'another guess'])
      assert.deepEqual(
        paths.filter((path) => readFileSync(path).includes(password)),
        [],
      );
  });

  test('after removal with its mail, nothing of it is left; after a new setup, it has its mail again', async () => {
    const text = `From: Carl <carl@people.test>\r\nTo: ${alice.email}\r\nSubject: ${word}\r\n\r\nHello\r\n`;
    dovecot.deliver(alice.user, Buffer.from(text));
    await until('new mail is here', async () => (await stored()) === count + 1);
    const { accounts } = await daemon.ask('accounts.list', {});
    const { result } = await daemon.ask('accounts.remove', { key: 'work', purge_local_data: true });
    assert.match(result.summary, /^Work is removed, with its settings and 1 stored password\. Its 61 messages here/);
    await until('its mail is gone', async () => (await daemon.ask('accounts.list', {})).accounts.length === 0);
    // From here on search finds nothing of it; its words are deleted in the background.
    await until('its words are gone', async () => indexedIn(home) === 0);
    assert.doesNotMatch(file('config.toml'), /work/);
    assert.doesNotMatch(file('secrets.toml'), /alice-pass/);
    await daemon.stop();
    const files = readdirSync(home.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => /\.db/.test(name));
    assert.deepEqual(
      files.filter((name) => readFileSync(join(home.dataDir, name)).includes(word)),
      [],
    );
    assert.equal(indexedIn(home), 0);

    daemon = await startDaemon(home, dovecot);
    const since = new Date();
    assert.equal((await daemon.ask('accounts.upsert', setup())).result.ok, true);
    await untilSynced(daemon, since);
    const again = await daemon.ask('accounts.list', {});
    assert.deepEqual([again.accounts[0]?.account_id, await stored()], [accounts[0]?.account_id, count + 1]);
  });
}

/** The number of messages in the search index. */
function indexedIn({ dataDir }: Home): number | undefined {
  const index = openReadOnly(join(dataDir, 'index.db'));
  try {
    return index.get<{ count: number }>(sql`SELECT count(*) AS count FROM fts`)?.count;
  } finally {
    index.close();
  }
}
