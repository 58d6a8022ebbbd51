import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { systemClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { gmailAccountConfig } from '../../daemon/providers/gmail/test-gmail-account.ts';
import { testTokens } from '../../daemon/providers/gmail/test-gmail-mailbox.ts';
import { providerOpener } from '../../daemon/providers/open-provider.ts';
import { senderOpener } from '../../daemon/providers/open-sender.ts';
import { testDaemon } from '../../daemon/test-daemon.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { certificateMissing, makeCertificate, type Certificate } from '../../testing/servers/certificate.ts';
import { startGmailAccount, type GmailAccount } from '../../testing/servers/gmail/account.ts';
import { mailboxContents } from './support/mailbox-contents.ts';
import { auditStore } from './support/store-audit.ts';
import { buildMessage } from './support/test-messages.ts';

const missing = certificateMissing();
if (missing) test('a Gmail account over IMAP and the API', { skip: missing });
else describe('a Gmail account over IMAP and the API', suite);

const raw = 'GET /messages/:id raw';

const imapAccountConfig = (port: number) => `
[accounts.ada]
name = "Ada"
email = "ada@gmail.example"
[accounts.ada.sync]
type = "imap"
host = "127.0.0.1"
port = ${port}
username = "ada"
password_ref = "ada"
`;

function suite(): void {
  let certificate: Certificate;
  before(() => void (certificate = makeCertificate()));
  after(() => certificate.remove());

  async function startAccount(t: TestContext): Promise<GmailAccount> {
    const gmail = await startGmailAccount(certificate, { Work: '#16a766' });
    t.after(() => gmail.stop());
    gmail.mailbox.addFolder('Work', { attributes: ['\\HasNoChildren'] });
    for (let number = 1; number <= 40; number++)
      deliver(gmail, `Letter ${number}`, number % 4 === 0 ? 'Work' : 'INBOX', number);
    gmail.mailbox.copy('INBOX', [1, 2], 'Work');
    gmail.mailbox.setFlags('INBOX', 3, ['\\Seen', '\\Flagged']);
    gmail.mailbox.deliver('[Gmail]/Trash', messageWith('Thrown away', 50));
    return gmail;
  }

  /** Opens a daemon for the account; `kind` is how the account is set up. */
  async function open(t: TestContext, gmail: GmailAccount, kind: 'gmail' | 'imap', dataDir?: string) {
    const { imap, api } = gmail;
    const tokens = testTokens(api);
    const servers = { api: api.origin, imap: { host: imap.host, port: imap.port }, ca: certificate.cert };
    const secrets = {
      kind: 'file' as const,
      get: async () => imap.password,
      set: async () => {},
      remove: async () => {},
    };
    const deps = { secrets, accessTokensOf: () => tokens, gmail: servers };
    const opener = providerOpener({ ...deps, clock: systemClock, log: silentLog });
    const openProvider: typeof opener = async (key, account, numbers) => {
      if (kind === 'gmail') return opener(key, account, numbers);
      const { createImapProvider } = await import('../../daemon/providers/imap/imap-provider.ts');
      const { host, port, user: username, password } = imap;
      const tls = { authRequired: true, useTls: true, ca: certificate.cert };
      return createImapProvider({ host, port, username, password, ...tls, log: silentLog });
    };
    const daemon = await testDaemon(t, {
      accounts: [],
      config: kind === 'gmail' ? gmailAccountConfig : imapAccountConfig(imap.port),
      ...(dataDir !== undefined && { dataDir }),
      options: { openProvider, openSender: senderOpener(deps), clock: systemClock },
    });
    const { ask, events } = daemon;
    const sync = async () => {
      for (let pass = 0; pass < 2; pass++) {
        const count = events.all('SyncFinished').length;
        await ask('sync.start');
        await events.until('SyncFinished', count + 1);
      }
      await daemon.whenIndexed();
    };
    await events.until('SyncFinished', 1);
    await daemon.whenIndexed();
    const rows = async () => {
      const { mailbox } = await ask('mailbox.list', { lens_kind: 'all_mail', view: 'messages', limit: 200 });
      return mailbox.groups.flatMap((group) => group.rows);
    };
    /** What the user sees: ids, labels and flags. */
    const shown = async () =>
      (await rows())
        .map(({ id, subject, labels, starred, unread }) => ({
          id,
          subject,
          labels: (labels ?? []).map((label) => label.name).toSorted(),
          starred,
          unread,
        }))
        .toSorted((a, b) => a.id.localeCompare(b.id));
    return { ...daemon, sync, rows, shown, tokens };
  }

  test('mail is read over IMAP, labels have their colors, and a message is sent by the API once', async (t) => {
    const gmail = await startAccount(t);
    const daemon = await open(t, gmail, 'gmail');
    assert.equal((await daemon.rows()).length, 40);
    assert.ok(!gmail.api.requests.includes(raw), 'no message is read by the API');
    const work = (await daemon.ask('labels.list')).labels.find(({ name }) => name === 'Work');
    assert.equal(work?.color, '#16a766');
    const { session } = await daemon.ask('compose.open', {
      kind: 'new',
      to: 'ben@people.example',
      subject: 'Dinner',
      body: 'Six?',
    });
    await daemon.ask('outbox.sendStored', { draft_id: session.draftId });
    const sent = () => gmail.mailbox.folder('[Gmail]/Sent Mail').placements.length;
    await until('it is sent', () => sent() === 1);
    await daemon.sync();
    assert.equal(sent(), 1, 'no second copy is stored');
    assert.equal((await daemon.rows()).length, 41);
    const { log } = gmail.imap;
    t.diagnostic(
      `40 messages: ${gmail.api.requests.length} API requests, ${log.fetchedSections.length} fetches over IMAP`,
    );
    await daemon.close();
    assert.deepEqual(auditStore(daemon.dataDir, mailboxContents(gmail.mailbox)), []);
  });

  test('a pass without changes asks the API alone', async (t) => {
    const gmail = await startAccount(t);
    const daemon = await open(t, gmail, 'gmail');
    await daemon.sync();
    const { commands } = gmail.imap.log;
    const before = commands.length;
    await daemon.sync();
    assert.deepEqual(
      commands.slice(before).filter((name) => /STATUS|SELECT|EXAMINE|FETCH/.test(name)),
      [],
    );
    deliver(gmail, 'Fresh', 'INBOX', 60);
    await until('new mail is there', async () => (await daemon.rows()).length === 41);
  });

  test('a token that expires is replaced on both ways', async (t) => {
    const gmail = await startAccount(t);
    const daemon = await open(t, gmail, 'gmail');
    gmail.api.token = 'token-2';
    gmail.imap.destroyConnections();
    deliver(gmail, 'Fresh', 'INBOX', 60);
    await until('new mail is there', async () => (await daemon.rows()).length === 41);
    assert.ok(daemon.tokens.refreshes >= 1);
  });

  test('an account that changes between IMAP with a password and Gmail keeps its ids and downloads nothing twice', async (t) => {
    const gmail = await startAccount(t);
    const dataDir = `${testFolder()}/data`;
    const first = await open(t, gmail, 'imap', dataDir);
    const before = await first.shown();
    await first.ask('labels.colour', {
      label_id: (await first.ask('labels.list')).labels.find(({ name }) => name === 'Work')!.id,
      color: '#123456',
    });
    await first.close();
    for (const kind of ['gmail', 'imap', 'gmail'] as const) {
      const fetched = gmail.imap.log.fetchedSections.length;
      gmail.api.requests.length = 0;
      const next = await open(t, gmail, kind, dataDir);
      await next.sync();
      assert.deepEqual(await next.shown(), before, kind);
      const work = (await next.ask('labels.list')).labels.find(({ name }) => name === 'Work');
      assert.equal(work?.color, '#123456', 'the color that the user chose stays');
      const bodies = gmail.imap.log.fetchedSections.slice(fetched).filter(({ section }) => !/HEADER/i.test(section));
      t.diagnostic(
        `to ${kind}: ${bodies.length} bodies, ${gmail.api.requests.filter((name) => name === raw).length} raw messages downloaded`,
      );
      assert.deepEqual(bodies, []);
      assert.ok(!gmail.api.requests.includes(raw));
      await next.close();
      assert.deepEqual(auditStore(dataDir, mailboxContents(gmail.mailbox)), []);
    }
  });

  test('if IMAP is turned off the API alone is used, and IMAP again when it is on, with the same ids', async (t) => {
    const gmail = await startAccount(t);
    const dataDir = `${testFolder()}/data`;
    const first = await open(t, gmail, 'gmail', dataDir);
    const before = await first.shown();
    await first.close();
    gmail.setImap(false);
    gmail.api.requests.length = 0;
    const second = await open(t, gmail, 'gmail', dataDir);
    await second.sync();
    assert.deepEqual(await second.shown(), before);
    assert.ok(!gmail.api.requests.includes(raw), 'no message is downloaded again');
    deliver(gmail, 'Without IMAP', 'INBOX', 70);
    await second.sync();
    assert.equal((await second.rows()).length, 41);
    assert.equal(gmail.api.requests.filter((name) => name === raw).length, 1);
    const after41 = await second.shown();
    await second.close();
    gmail.setImap(true);
    const fetched = gmail.imap.log.fetchedSections.length;
    const third = await open(t, gmail, 'gmail', dataDir);
    await third.sync();
    assert.deepEqual(await third.shown(), after41);
    const bodies = gmail.imap.log.fetchedSections.slice(fetched).filter(({ section }) => !/HEADER/i.test(section));
    assert.deepEqual(bodies, []);
    await third.close();
    assert.deepEqual(auditStore(dataDir, mailboxContents(gmail.mailbox)), []);
  });
}

const start = Date.parse('2026-03-01T08:00:00Z');

function deliver({ mailbox }: GmailAccount, subject: string, path: string, minute: number): void {
  mailbox.deliver(path, messageWith(subject, minute), { received: new Date(start + minute * 60_000) });
}

function messageWith(subject: string, minute: number): Buffer {
  const id = `${subject.replaceAll(' ', '.')}@gmail.example`;
  return buildMessage({ id, subject, text: `This is ${subject}.`, sentAt: start / 1000 + minute * 60 });
}
