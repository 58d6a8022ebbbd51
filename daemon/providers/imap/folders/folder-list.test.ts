import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import pino from 'pino';
import { certificateMissing } from '../../../../testing/servers/certificate.ts';
import { createMailbox } from '../../../../testing/servers/imap/mailbox.ts';
import type { Provider } from '../../provider.ts';
import type { ImapSettings } from '../connection/connection.ts';
import { createImapProvider } from '../imap-provider.ts';
import { neverAborted } from '../test-dovecot-mailbox.ts';
import { scriptedServer } from '../test-network.ts';
import { oddMessage, oddServers } from '../test-odd-server.ts';

describe('imap: folder roles', { skip: certificateMissing() ?? false }, () => {
  const odd = oddServers();
  const withoutUses = 'IMAP4rev1 NAMESPACE UIDPLUS';

  test('usual names count below a personal prefix, and not in the namespaces of other users', async (context) => {
    const mailbox = createMailbox();
    mailbox.addFolder('INBOX', { separator: '.' });
    for (const path of ['INBOX.Papierkorb', 'INBOX.Work.Sent', 'Archive']) mailbox.addFolder(path, { separator: '.' });
    mailbox.addFolder('user.bob.Sent', { separator: '.', attributes: ['\\Sent'] });
    const namespaces = {
      own: [{ prefix: 'INBOX.', separator: '.' }],
      others: [{ prefix: 'user.', separator: '.' }],
      shared: [{ prefix: '', separator: '.' }],
    };
    const { provider } = await odd(context, { mailbox, namespaces });
    assert.deepEqual(await describeFolders(provider), [
      'Archive: Archive',
      'INBOX: INBOX, inbox',
      'INBOX.Papierkorb: Papierkorb, trash',
      'INBOX.Work.Sent: Sent',
      'user.bob.Sent: user/bob/Sent',
    ]);
  });

  test('of two folders with usual names the folder with more mail gets the role', async (context) => {
    const mailbox = createMailbox();
    for (const path of ['INBOX', 'Gesendet', 'Sent', 'Sent Items']) mailbox.addFolder(path);
    mailbox.deliver('Sent', oddMessage('one'));
    const { provider } = await odd(context, { mailbox, capabilities: withoutUses });
    assert.deepEqual(await describeFolders(provider), [
      'Gesendet: Gesendet',
      'INBOX: INBOX, inbox',
      'Sent: Sent, sent',
      'Sent Items: Sent Items',
    ]);
  });

  test('a configured folder takes precedence; a configured folder that does not exist is reported once', async (context) => {
    const mailbox = createMailbox();
    mailbox.addFolder('INBOX');
    mailbox.addFolder('Junk', { attributes: ['\\Junk'] });
    mailbox.addFolder('Mail.Out', { separator: '.' });
    const { settings } = await odd(context, { mailbox });
    const { log, lines } = recordingLog();
    const roles = { sent: 'Mail/Out', spam: 'Trap' };
    await withFolders(context, { ...settings, log, roles }, async (provider) => {
      const expected = ['INBOX: INBOX, inbox', 'Junk: Junk, spam', 'Mail.Out: Out, sent'];
      assert.deepEqual(await describeFolders(provider), expected);
      assert.deepEqual(await describeFolders(provider), expected);
    });
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /\[accounts\.<key>\.folders\] names for spam isn’t on the server/);
  });
});

/** The folders from a server that answers each LIST this way; no other command is used. */
async function foldersListedBy(
  context: TestContext,
  { capabilities = '', namespaces, list }: { capabilities?: string; namespaces?: string; list: Record<string, string> },
) {
  const server = await scriptedServer((line, answer) => {
    const [tag, command = '', , pattern = ''] = line.replaceAll('"', '').split(' ');
    if (command === 'CAPABILITY') answer(`* CAPABILITY IMAP4rev1 ${namespaces ? 'NAMESPACE' : ''} ${capabilities}`);
    if (command === 'NAMESPACE') answer(`* NAMESPACE ${namespaces}`);
    const listed = list[`${command} ${pattern}`];
    if (listed?.startsWith('NO')) return answer(`${tag} ${listed}`);
    for (const each of listed?.split('\n') ?? []) answer(`* ${command} ${each}`);
    answer(`${tag} OK done`);
  }, '* PREAUTH ready');
  context.after(() => server.close());
  const { log, lines } = recordingLog();
  const { port } = server.address() as AddressInfo;
  const sign = { username: '', password: '', authRequired: false, useTls: false };
  let folders: string[] = [];
  await withFolders(context, { host: '127.0.0.1', port, ...sign, log }, async (provider) => {
    folders = await describeFolders(provider);
    await describeFolders(provider);
  });
  return { folders, lines };
}

test('a namespace that cannot be listed does not affect the others, and is reported once', async (context) => {
  const { folders, lines } = await foldersListedBy(context, {
    namespaces: '(("" "/")) (("Users/" "/")) (("Public/" "/")("#news." "."))',
    list: {
      'LIST *': '() "/" INBOX\n() "/" Work',
      'LIST Users/*': 'NO Not now',
      'LIST Public/*': '() "/" Public/News',
      'LIST #news.*': '() "." #news.comp.lang',
    },
  });
  assert.deepEqual(folders, ['INBOX: INBOX, inbox', 'Public/News: Public/News', 'Work: Work']);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /namespace .* can’t be listed/);
});

test('each folder is reported once, and INBOX even where it is not listed', async (context) => {
  const list = { 'LIST *': '(\\Noselect) "/" Work\n() "/" Work\n() "/" Work', 'LIST INBOX': '() "/" Inbox' };
  const { folders } = await foldersListedBy(context, { list });
  assert.deepEqual(folders, ['INBOX: INBOX, inbox', 'Work: Work']);
});

test('the list format of Gmail before special use is understood', async (context) => {
  const { folders } = await foldersListedBy(context, {
    capabilities: 'XLIST',
    list: {
      'XLIST *': '(\\Inbox) "/" "Posteingang"\n(\\Noselect) "/" "[Gmail]"\n(\\AllMail) "/" "[Gmail]/Alle Nachrichten"',
    },
  });
  assert.deepEqual(folders, [
    'INBOX: INBOX, inbox',
    '[Gmail]: [Gmail], closed',
    '[Gmail]/Alle Nachrichten: Alle Nachrichten, all_mail',
  ]);
});

/** Each folder as its path, its name and its role. */
async function describeFolders(provider: Provider): Promise<string[]> {
  const folders = await provider.folders(neverAborted());
  return folders
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, name, role, selectable }) =>
      [`${path}: ${name}`, role, ...(selectable ? [] : ['closed'])].filter((each) => each !== undefined).join(', '),
    );
}

async function withFolders(
  context: TestContext,
  settings: ImapSettings,
  body: (provider: Provider) => Promise<void>,
): Promise<void> {
  const provider = createImapProvider(settings);
  context.after(() => provider.close());
  await body(provider);
}

function recordingLog() {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
  return { log: pino({ level: 'warn' }, stream), lines };
}
