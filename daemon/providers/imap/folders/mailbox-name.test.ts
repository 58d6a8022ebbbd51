import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { certificateMissing } from '../../../../testing/servers/certificate.ts';
import { createMailbox } from '../../../../testing/servers/imap/mailbox.ts';
import { arrivalsOf, collect, cursorsOf, neverAborted } from '../test-dovecot-mailbox.ts';
import { oddMessage, oddServers } from '../test-odd-server.ts';

/** A folder name on the wire (latin1), and its display form. */
type WireFolder = { wire: string; name: string; separator?: string | null };

const utf8 = (name: string) => Buffer.from(name).toString('latin1');

/** An INBOX, and these folders with one message each. */
function mailboxOf(folders: readonly WireFolder[]) {
  const mailbox = createMailbox();
  mailbox.addFolder('INBOX');
  for (const [index, { wire, separator }] of folders.entries()) {
    mailbox.addFolder(`folder ${index}`, { wire, separator });
    mailbox.deliver(`folder ${index}`, oddMessage(`letter-${index}`));
  }
  return mailbox;
}

describe('imap: folder names on the wire', { skip: certificateMissing() ?? false }, () => {
  const odd = oddServers();

  test('every name identifies its folder, whatever encoding it uses', async (context) => {
    const wireFolders: WireFolder[] = [
      { wire: 'R&-D', name: 'R&D' },
      { wire: '&U,BTFw-', name: '台北' },
      { wire: 'Sales & Support', name: 'Sales & Support' },
      { wire: '&AGE-bc', name: 'abc' },
      { wire: '&AOk open', name: '&AOk open' },
      { wire: 'half&2D0-', name: 'half\uFFFD' },
      { wire: 'line&AAo-break', name: 'line break' },
      { wire: utf8('Café'), name: 'Café' },
      { wire: 'NIL', name: 'NIL' },
      { wire: '100%*', name: '100%*' },
      { wire: 'Work', name: 'Work' },
      { wire: 'WORK', name: 'WORK' },
      { wire: 'Clients.Miller/Smith', name: 'Miller/Smith', separator: '.' },
      { wire: 'Clients\\say "hi"', name: 'say "hi"', separator: '\\' },
      { wire: 'Clients^North', name: 'North', separator: '^' },
      { wire: 'a.b/c', name: 'a.b/c', separator: null },
    ];
    const { provider, server } = await odd(context, { mailbox: mailboxOf(wireFolders) });
    const folders = await provider.folders(neverAborted());
    assert.deepEqual(
      folders.map(({ name }) => name),
      ['INBOX', ...wireFolders.map(({ name }) => name)],
    );
    const arrivals = await arrivalsOf(provider);
    assert.deepEqual(new Set(arrivals.map(({ folder }) => folder)), new Set(folders.slice(1).map(({ path }) => path)));

    // Another session has no folder list: the path alone must suffice.
    server.destroyConnections();
    const sources = await collect(provider.sources(arrivals, neverAborted()));
    assert.deepEqual(
      new Set(sources.map(({ bytes }) => /Subject: (\S+)/.exec(String(bytes && Buffer.from(bytes)))?.[1])),
      new Set(wireFolders.map((_, index) => `letter-${index}`)),
    );
    assert.equal(server.log.commands.filter((line) => /^\S+ (LIST|LSUB)/.test(line)).length, 2);
  });

  test('mail can be appended to a folder with an invalidly encoded name', async (context) => {
    const mailbox = mailboxOf([{ wire: 'Sales & Support', name: '' }]);
    mailbox.deliver('INBOX', oddMessage('for-sales'));
    const { provider } = await odd(context, { mailbox });
    const to = (await provider.folders(neverAborted())).find(({ name }) => name === 'Sales & Support')?.path ?? '';
    const arrival = (await arrivalsOf(provider)).find(({ folder }) => folder === 'INBOX');
    assert.ok(arrival);
    const outcomes = await provider.apply([{ do: 'move', ref: arrival, to }], neverAborted());
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true],
    );
    assert.equal(mailbox.folder('folder 0').placements.length, 2);
  });

  test('a temporarily inaccessible folder with an invalidly encoded name does not count as deleted', async (context) => {
    const mailbox = mailboxOf([{ wire: 'Sales & Support', name: '' }]);
    const { provider, server } = await odd(context, { mailbox });
    const first = await collect(provider.changes({}, neverAborted()));
    server.quirks.folders = { 'folder 0': { commands: { SELECT: 'NO [INUSE] Later', STATUS: 'NO Later' } } };
    mailbox.deliver('folder 0', oddMessage('new'));
    const batches = await collect(provider.changes(cursorsOf(first), neverAborted()));
    assert.deepEqual(
      batches.map(({ error, reset }) => [/Later/.test(error ?? ''), reset]),
      [[true, undefined]],
    );
  });
});
