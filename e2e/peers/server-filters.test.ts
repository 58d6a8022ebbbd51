import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { Failure } from '../../daemon/base/failure.ts';
import { openScriptSession } from '../../daemon/providers/managesieve/script-session.ts';
import type { ScriptSession } from '../../daemon/providers/script-server.ts';
import { testDaemon } from '../../daemon/test-daemon.ts';
import { until } from '../../daemon/test-until.ts';
import { sieveMissing, startDovecot, type Dovecot } from '../../testing/servers/dovecot.ts';
import { deliverOverLmtp } from './support/lmtp.ts';

const missing = sieveMissing();
if (missing) test('filters on a mail server', { skip: missing });
else describe('filters on a mail server', suite);

const vacation = { enabled: true, from: null, until: null, subject: 'Away', text: 'Back soon', days: 7 };
const noReply = { ...vacation, enabled: false };
const rule = {
  name: 'Lists',
  enabled: true,
  match: 'any',
  conditions: [{ field: 'list_id', contains: 'news.example' }],
  move_to: 'Reisen & Ünï/"2026"',
  mark_read: true,
  stop: true,
};

function suite(): void {
  let dovecot: Dovecot;
  before(
    async () => void (dovecot = await startDovecot({ sieve: {}, users: names.map((name) => `${name}@example.test`) })),
  );
  after(() => dovecot?.stop());

  /** Each test has a mailbox of its own. */
  const open = (t: TestContext, name: (typeof names)[number]) => mailboxOn(t, dovecot, `${name}@example.test`);

  test('a vacation reply answers a sender once, in the words of the user', async (t) => {
    const { save, deliver } = await open(t, 'ann');
    const text = '“Grüße”, \\ and "quotes"\n.\n.dot\n#: {}\n' + 'x'.repeat(60_000);
    assert.equal((await save({ vacation: { ...vacation, text } })).state, 'on');
    await deliver('one', { from: 'carl@people.test' });
    await deliver('two', { from: 'carl@people.test' });
    await deliver('to a list', { from: 'carl2@people.test', headers: 'List-Id: <news.example>\n' });
    await deliver('three', { from: 'dora@people.test' });
    const replies = () => dovecot.sentByScripts().filter((mail) => /^From:.*ann@/im.test(mail));
    await until('both senders have a reply', () => replies().length >= 2);
    const recipients = replies().map((mail) => /^To: .*?([a-z]+\d?@people\.test)/im.exec(mail)?.[1] ?? '');
    assert.deepEqual(
      recipients.toSorted((one, other) => one.localeCompare(other)),
      ['carl@people.test', 'dora@people.test'],
    );
    const [reply = ''] = replies();
    assert.match(reply, /^Subject: Away$/m);
    assert.match(reply, /^Auto-Submitted: auto-replied/m);
    assert.ok(reply.replaceAll('\r\n', '\n').includes(`\n\n${text}`), reply.slice(0, 1_000));
  });

  test('a vacation reply with dates answers only between them', async (t) => {
    const { save, deliver } = await open(t, 'ben');
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await save({ vacation: { ...vacation, from: day(2), until: day(3) } });
    await deliver('early', { from: 'early@people.test' });
    await save({ vacation: { ...vacation, from: day(-3), until: day(-2) } });
    await deliver('late', { from: 'late@people.test' });
    await save({ vacation: { ...vacation, from: day(-2), until: day(2) } });
    await deliver('between', { from: 'between@people.test' });
    const answered = () => dovecot.sentByScripts().filter((mail) => /^From:.*ben@/im.test(mail));
    await until('one is answered', () => answered().length > 0);
    assert.match(answered().join('\n'), /^To: .*between@people\.test/im);
    assert.doesNotMatch(answered().join('\n'), /early|late/);
  });

  test('a filter moves mail to a new folder and marks it as read; other mail stays', async (t) => {
    const { save, deliver, mailIn } = await open(t, 'cid');
    assert.equal((await save({ vacation: noReply, rules: [rule] })).state, 'on');
    await deliver('news', { headers: 'List-Id: News <news.example>\n' });
    await deliver('plain');
    const moved = '.Reisen &- &ANw-n&AO8-."2026"';
    await until('both are there', () => mailIn(moved).length + mailIn('').length === 2);
    assert.deepEqual(
      mailIn('').map(({ subject }) => subject),
      ['plain'],
    );
    assert.deepEqual(mailIn(moved), [{ subject: 'news', isRead: true }]);
  });

  test('the script of another program keeps working beside the filters, and alone after turning off', async (t) => {
    const { save, get, deliver, mailIn, asOther } = await open(t, 'dan');
    const script =
      'require ["fileinto", "mailbox"];\r\nif header :contains "subject" "old" { fileinto :create "Old"; }\r\n';
    await asOther(async (session) => {
      await session.write('roundcube', script);
      await session.activate('roundcube');
    });
    assert.equal((await get()).other_script, 'roundcube');
    assert.equal((await save({ vacation: noReply, rules: [rule] })).other_script, 'roundcube');
    await deliver('old one');
    await deliver('news', { headers: 'List-Id: News <news.example>\n' });
    const moved = '.Reisen &- &ANw-n&AO8-."2026"';
    await until('both are moved', () => mailIn('.Old').length === 1 && mailIn(moved).length === 1);
    assert.equal(mailIn('').length, 0);

    assert.equal((await save({ vacation: { ...noReply, subject: '', text: '' }, rules: [] })).state, 'off');
    await asOther(async (session) => {
      assert.deepEqual(await session.list(), [{ name: 'roundcube', isActive: true }]);
      assert.equal(await session.read('roundcube'), script);
    });
    await deliver('old two');
    await deliver('more news', { headers: 'List-Id: News <news.example>\n' });
    await until('one of them stays', () => mailIn('.Old').length === 2 && mailIn('').length === 1);
  });

  test('a server that cannot run two scripts keeps the one of another program', async (t) => {
    const limited = await startDovecot({ sieve: { extensions: '-include -date' }, users: ['eve@example.test'] });
    t.after(() => limited.stop());
    const { save, get, asOther } = await mailboxOn(t, limited, 'eve@example.test');
    await asOther(async (session) => {
      await session.write('roundcube', 'keep;\r\n');
      await session.activate('roundcube');
    });
    const { supports } = await get();
    assert.deepEqual([supports.include, supports.dates, supports.vacation], [false, false, true]);
    await assert.rejects(save({}), (error) => error instanceof Failure && error.code === 'other_script_active');
    await asOther(async (session) => {
      assert.deepEqual(await session.list(), [{ name: 'roundcube', isActive: true }]);
      await session.activate(undefined);
    });
    const dated = save({ vacation: { ...vacation, from: '2026-07-01' } });
    await assert.rejects(dated, (error) => error instanceof Failure && error.code === 'extension_missing');
    assert.equal((await save({})).state, 'on');
  });
}

const names = ['ann', 'ben', 'cid', 'dan'] as const;

/** A daemon with one account, whose filters are on the server, and the user's mailbox there. */
async function mailboxOn(t: TestContext, dovecot: Dovecot, email: string) {
  const { user: username, password } = dovecot.users.find((each) => each.email === email)!;
  const ca = readFileSync(dovecot.caFile);
  const settings = { host: '127.0.0.1', port: dovecot.sievePort, username, password, useTls: true, ca };
  const daemon = await testDaemon(t, {
    accounts: [{ key: 'own', email, name: 'Own' }],
    options: { openScriptServer: (_account, signal) => openScriptSession(settings, signal) },
  });
  const [{ account_id } = { account_id: '' }] = (await daemon.ask('accounts.list')).accounts;
  return {
    get: () => daemon.ask('serverFilters.get', { account_id }),
    save: (input: object) => daemon.ask('serverFilters.save', { account_id, vacation, rules: [], ...input }),
    /** Delivers a message that is addressed to the user. */
    deliver(subject: string, { from = 'carl@people.test', headers = '' } = {}) {
      const lines = `From: <${from}>\nTo: <${email}>\n${headers}Subject: ${subject}\nMessage-ID: <${subject.replaceAll(' ', '-')}@people.test>\n\nHello\n`;
      return deliverOverLmtp(dovecot.lmtpPort, { to: email, from, bytes: Buffer.from(lines) });
    },
    /** The mail in a folder of the user's maildir; empty for the INBOX. */
    mailIn: (folder: string) => mailIn(join(dovecot.home(username), folder)),
    /** Another program that manages scripts. */
    async asOther(work: (session: ScriptSession) => Promise<void>) {
      const session = await openScriptSession(settings, new AbortController().signal);
      await work(session);
      await session.close();
    },
  };
}

function mailIn(folder: string): { subject: string; isRead: boolean }[] {
  return ['new', 'cur'].flatMap((part) => {
    const files = existsSync(join(folder, part)) ? readdirSync(join(folder, part)) : [];
    return files.map((file) => ({
      subject: /^Subject: (.*?)\r?$/m.exec(readFileSync(join(folder, part, file), 'utf8'))?.[1] ?? '',
      isRead: /:2,.*S/.test(file),
    }));
  });
}
