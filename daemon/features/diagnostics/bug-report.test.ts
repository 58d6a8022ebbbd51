import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../base/log.ts';
import { ProviderError } from '../../providers/provider.ts';
import { sql } from '../../store/db.ts';
import { mail } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { knownWords } from './known-words.ts';
import { describeError, scrub } from './scrub.ts';
import { diagnosticsDaemon } from './test-diagnostics.ts';

/** Private data, by its location in the profile. */
const secrets = {
  address: 'wilhelmina.quist@hoogland.example',
  name: 'Wilhelmina Quist',
  accountKey: 'quistprivate',
  accountName: 'Quist & Daughters',
  sender: 'Bartholomew Ogden <b.ogden@ogdenlaw.example>',
  subject: 'Divorcepapers Heimlich',
  text: 'The vault combination is Zuckerrübe',
  file: 'biopsy-results-mueller.pdf',
  folder: 'Clients/Ogden affair',
  label: 'Geheimprojekt',
  search: 'from:therapist subject:relapse',
  searchName: 'Relapsewatch',
  domain: 'takeover-target.example',
  allowed: 'intranet.quistco.example',
  downloads: '/home/wilhelmina/Sheltered',
  backups: '/mnt/quistdisk/vaulted',
  editor: 'vim -u /home/wilhelmina/.secretrc',
  language: 'tlh-QQ',
  password: 'hunter2-Tr0ub4dor&3',
  token: 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0LXBheWxvYWQ.Zm9vYmFyYmF6',
  uuid: '5c1f0a9b-e2d3-4c77-8a1b-0d9f1d1f5a10',
  hex: 'deadbeefcafebabe0123456789abcdef',
  key: 'sk-proj-4yT7QzLm9Kd2',
  card: '4929 1234 5678 9012',
  phone: '+31 20 555 0199',
  pin: '847261',
  ipv4: '203.0.113.77',
  ipv6: '2001:db8:85a3::8a2e:370:7334',
  host: 'imap.quist-internal.example',
  url: 'https://portal.quistco.example/reset?code=abcde12345',
  home: '/home/wilhelmina/.local/share/posthorn/mail.db',
  windows: 'C:\\Users\\Wilhelmina\\AppData\\mail.db',
  machine: 'wilhelminas-thinkpad',
  greeting: '[AUTHENTICATIONFAILED] Sorry Mevrouw Quist, mailbox Kwartaalcijfers is over quota',
  messageId: '<CAF-opaqueident-8812@hoogland.example>',
  contact: 'Ophelia Nachtigall',
  contactAddress: 'ophelia@nachtigall.example',
  quoted: '"Testament Nachtigall"',
  curly: '“Verhuurcontract Leiden”',
  guillemets: '«Projet Méduse»',
  chinese: '机密合同',
  cyrillic: 'Увольнение Петрова',
  emoji: 'surprise🎂party',
  account: 'NL91ABNA0417164300',
  query: 'pregnancy',
  lower: 'bankruptcy',
  event: 'Kwartaalcijfers',
  keychain: 'login-keyring-of-wilhelmina',
  port: 'used by quistd',
  job: 'Nalatenschap',
  stack: '/home/wilhelmina/secretwork/tool.ts:12:3',
  errorCode: 'EQUISTBROKE',
} as const;

/** Words that every report contains, so they reveal nothing. */
const ownWords = new Set([...knownWords, 'posthorn', 'subject', 'code']);

/** The parts of a secret that must not be in the report: the whole, and each word that is not a known word. */
function partsOf(secret: string): string[] {
  const words = secret.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 4);
  return [secret, ...words.filter((word) => !ownWords.has(word.toLowerCase()))];
}

const noSecrets = {
  kind: 'keychain' as const,
  get: async () => undefined,
  set: async () => {},
  remove: async () => {},
};

test('a bug report of a profile full of secrets contains none of them, nor a part of one', async (t) => {
  assert.ok(Object.keys(secrets).length >= 50);
  const home = testFolder();
  const logFile = join(home, 'daemon.log');
  const log = openLog({ file: logFile, level: 'warn' });
  const account = { key: secrets.accountKey, email: secrets.address, name: secrets.accountName };
  const config = `
    [general]
    editor = "${secrets.editor}"
    download_dir = "${secrets.downloads}"
    [backup]
    folder = "${secrets.backups}"
    [bridge]
    cors_allowlist = ["https://${secrets.allowed}"]
    [safety.recipients]
    sensitive_domains = ["${secrets.domain}"]
    [ui]
    language = "${secrets.language}"
    density = "compact"
    ["${secrets.job}"]
    nonsense = "${secrets.password}"
  `;
  const daemon = await diagnosticsDaemon(t, {
    accounts: [account],
    dataDir: join(home, 'wilhelmina', 'data'),
    config,
    prepare: (servers) =>
      servers.get(account.key)?.control.deliver(
        mail({
          from: secrets.sender,
          subject: secrets.subject,
          text: `${secrets.text} ${secrets.file} ${secrets.phone}`,
          headers: { To: `${secrets.contact} <${secrets.contactAddress}>`, 'Message-ID': secrets.messageId },
        }),
      ),
    options: {
      log,
      paths: { instance: 'posthorn-test', dataDir: join(home, 'wilhelmina', 'data'), logFile },
      secrets: { ...noSecrets, trouble: secrets.keychain },
      bridge: () => ({ url: null, trouble: `The port is ${secrets.port}, see ${secrets.host}.` }),
    },
  });
  await daemon.ask('savedSearches.create', { name: secrets.searchName, query: secrets.search });
  daemon.damage((db) => {
    db.run(
      sql`UPDATE labels SET name = ${secrets.label}, provider_id = provider_id || ${secrets.folder}, total_count = 9`,
    );
    db.run(sql`
      UPDATE sync_status SET last_error = ${secrets.greeting}, failure_class = ${secrets.lower}, consecutive_failures = 3`);
    db.run(sql`
      INSERT INTO jobs (job_id, kind, status, error, started_at) VALUES ('j', ${secrets.job}, 'running', ${secrets.event}, 0)`);
  });
  for (const secret of Object.values(secrets)) {
    const failed = Object.assign(new ProviderError('auth', secret), { code: secrets.errorCode });
    failed.stack = `Error: ${secret}\n    at connect (${secrets.stack})\n    at file://${secrets.stack}`;
    log.error(
      { err: failed, account: secret, reason: secret, [secret]: secret },
      `${secret} couldn’t be read: ${secret}`,
    );
    log.warn(`the server said ${secret}`);
  }
  writeFileSync(logFile, `not of the log's form: ${secrets.greeting}\n`, { flag: 'a' });

  const { content } = await daemon.ask('diagnostics.bugReport', {}, { origin: 'web' });
  const leaks = Object.values(secrets).flatMap((secret) =>
    partsOf(secret).filter((part) => content.toLowerCase().includes(part.toLowerCase())),
  );
  assert.deepEqual(leaks, [], content);
  for (const expected of [
    /^- warning: counters_wrong \(storage\)$/m,
    /^- error: keychain_silent \(storage\)$/m,
    /^- account 1: reads by fake, sends by fake, trouble: another, 3 failures in a row$/m,
    /^- ui\.density = compact$/m,
    /^- general\.download_dir \(set\)$/m,
    /^- messages: 1$/m,
    /ERROR .*couldn’t be read/m,
  ])
    assert.match(content, expected);
});

test('a log line keeps known words and replaces the rest with placeholders', () => {
  const cases = [
    ['a sync pass failed', 'a sync pass failed'],
    ['The port file could not be removed', 'The port file could not be removed'],
    ['the server ada@example.org at 192.0.2.1 said "no"', 'the server <address> at <ip> … <text>'],
    ['/home/ada/mail.db cannot be read: Ada', '<path> cannot be read: …'],
    ['the request 5c1f0a9b-e2d3-4c77-8a1b-0d9f1d1f5a10 of mail.example.org', 'the request <id> of <name>'],
  ];
  for (const [line = '', left] of cases) assert.equal(scrub(line), left);
});

test('an error is reported by its kind and its location in the project’s code', () => {
  const stack = 'Error: Ada\n    at a (file:///opt/posthorn/daemon/mail/x.ts:7:1)\n    at b (/home/ada/y.js:1:1)';
  assert.equal(
    describeError({ type: 'SqliteError', code: 'SQLITE_CORRUPT', message: 'Ada', stack }, 'file:///opt/posthorn/'),
    'SqliteError SQLITE_CORRUPT at daemon/mail/x.ts:7',
  );
  assert.equal(describeError({ type: 'AdaError', code: 'ADA' }, 'file:///opt/'), 'Error');
  assert.equal(describeError(undefined, 'file:///opt/'), '');
});
