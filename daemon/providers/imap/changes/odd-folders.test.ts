import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { certificateMissing } from '../../../../testing/servers/certificate.ts';
import type { FolderQuirk } from '../../../../testing/servers/imap/quirks.ts';
import { modernCapabilities } from '../../../../testing/servers/imap/server.ts';
import type { OddServer } from '../../../../testing/servers/imap/server.ts';
import type { ChangeBatch } from '../../provider.ts';
import { collect, neverAborted } from '../test-dovecot-mailbox.ts';
import {
  foldersOf,
  oddMessage,
  oddServers,
  plainCapabilities,
  subjectsOf,
  syncsOf,
  uidsOf,
} from '../test-odd-server.ts';

const suite = { skip: certificateMissing() ?? false, concurrency: 4 };

describe('imap: folders with wrong server responses', suite, () => {
  const start = oddServers();

  const failures: [claim: string, quirk: FolderQuirk, words: RegExp][] = [
    [
      'cannot be opened for lack of permission',
      { commands: { SELECT: 'NO [NOPERM] Not yours', STATUS: 'NO Not yours' } },
      /Not yours/,
    ],
    ['answers BAD when it is opened', { commands: { SELECT: 'BAD Internal error' } }, /Internal error/],
    ['breaks the connection when it is opened', { commands: { SELECT: 'cut' } }, /./],
  ];
  for (const [kind, capabilities] of Object.entries({ 'of today': modernCapabilities, 'of old': plainCapabilities })) {
    for (const [claim, quirk, words] of failures)
      test(`a folder that ${claim} is reported, and the others are synced, on a server ${kind}`, async (context) => {
        const { server, provider } = await start(context, { capabilities });
        fillFolders(server);
        server.quirks.folders = { Odd: quirk };
        const batches = await collect(provider.changes({}, neverAborted()));
        assert.deepEqual(foldersOf(batches), ['Before', 'INBOX', 'Rest']);
        const [failed, ...others] = batches.filter(({ error }) => error !== undefined);
        assert.deepEqual([failed?.stream, others], ['Odd', []]);
        assert.match(failed?.error ?? '', words);
      });

    test(`a folder without a status is synced, on a server ${kind}`, async (context) => {
      const { server, provider } = await start(context, { capabilities });
      fillFolders(server);
      server.quirks.folders = { Odd: { commands: { STATUS: 'NO Later' } } };
      const batches = await collect(provider.changes({}, neverAborted()));
      assert.deepEqual(foldersOf(batches), ['Before', 'INBOX', 'Odd', 'Rest']);
      assert.deepEqual(errorsOf(batches), []);
    });
  }

  test('a listed folder that does not exist according to the server is no trouble', async (context) => {
    const { server, provider } = await start(context);
    fillFolders(server);
    server.quirks.folders = { Odd: { commands: { SELECT: 'NO [NONEXISTENT] Gone', STATUS: 'NO Gone' } } };
    const batches = await collect(provider.changes({}, neverAborted()));
    assert.deepEqual(foldersOf(batches), ['Before', 'INBOX', 'Rest']);
    assert.deepEqual(errorsOf(batches), []);
  });

  test('a folder that is deleted before it could be opened is no trouble', async (context) => {
    const { server, provider } = await start(context);
    fillFolders(server);
    server.quirks.folders = { Odd: { isDeletedOnOpen: true } };
    const batches = await collect(provider.changes({}, neverAborted()));
    assert.deepEqual(foldersOf(batches), ['Before', 'INBOX', 'Rest']);
    assert.deepEqual(errorsOf(batches), []);
  });

  test('an existing folder missing from the list loses no mail, and its changes are reported', async (context) => {
    const { server, provider } = await start(context);
    fillFolders(server);
    const sync = syncsOf(provider);
    await sync();
    server.quirks.folders = { Odd: { isUnlisted: true } };
    // More than the first request includes, so that some messages are left as backfill.
    for (let number = 1; number <= 250; number++) server.mailbox.deliver('Odd', oddMessage(`later ${number}`));
    server.mailbox.expunge('Odd', [1]);
    const batches = await sync();
    assert.equal(uidsOf(batches).length, 250);
    assert.deepEqual(
      batches.flatMap(({ removed }) => removed.map(({ folder, uid }) => `${folder} ${uid}`)),
      ['Odd 1'],
    );
    assert.deepEqual([batches.some(({ reset }) => reset), errorsOf(batches)], [false, []]);
    assert.deepEqual(await sync(), []);
  });

  test('folders that hold no mail are reported as unselectable and not opened', async (context) => {
    const { server, provider } = await start(context);
    server.mailbox.addFolder('Only a name', { attributes: ['\\Noselect'] });
    server.mailbox.addFolder('Subscribed once', { attributes: ['\\NonExistent'] });
    const folders = await provider.folders(neverAborted());
    const unselectable = folders.filter(({ selectable }) => !selectable).map(({ path }) => path);
    assert.deepEqual(unselectable.toSorted(), ['Only a name', 'Subscribed once']);
    const batches = await collect(provider.changes({}, neverAborted()));
    assert.deepEqual(errorsOf(batches), []);
    assert.ok(!server.log.commands.some((line) => /(SELECT|EXAMINE).*(Only|once)/.test(line)));
  });

  for (const isDescending of [false, true])
    test(`without next UIDs new mail is found and nothing is reported twice${isDescending ? ', in any order' : ''}`, async (context) => {
      const { server, provider } = await start(context);
      for (let number = 1; number <= 5; number++) server.mailbox.deliver('INBOX', oddMessage(`old ${number}`));
      server.quirks.folders = { INBOX: { isUidNextMissing: true, isDescending, sendsNeighbours: isDescending } };
      const sync = syncsOf(provider);
      assert.deepEqual(uidsOf(await sync()), [5, 4, 3, 2, 1]);
      assert.deepEqual(uidsOf(await sync()), []);
      const uid = server.mailbox.deliver('INBOX', oddMessage('new'));
      const news = await sync();
      assert.deepEqual([uidsOf(news), news.some(({ backfill }) => backfill)], [[uid], false]);
    });

  const sequences: [claim: string, before: FolderQuirk, after: FolderQuirk][] = [
    ['where a folder keeps no modification sequences', { isModseqMissing: true }, { isModseqMissing: true }],
    ['where modification sequences went backwards', {}, { modseqLoss: 50 }],
    ['where a folder stopped keeping modification sequences', {}, { isModseqMissing: true }],
  ];
  for (const [claim, before, after] of sequences)
    test(`flags and removals are reported ${claim}`, async (context) => {
      const { server, provider } = await start(context);
      for (let number = 1; number <= 5; number++) server.mailbox.deliver('INBOX', oddMessage(`old ${number}`));
      server.quirks.folders = { INBOX: before };
      const sync = syncsOf(provider);
      await sync();
      server.quirks.folders = { INBOX: after };
      server.mailbox.setFlags('INBOX', 2, ['\\Flagged']);
      server.mailbox.expunge('INBOX', [4]);
      const batches = await sync();
      const flagged = batches.flatMap(({ flags }) => flags).filter(({ flags }) => flags.includes('\\Flagged'));
      assert.deepEqual([...new Set(flagged.map(({ uid }) => uid))], [2]);
      assert.deepEqual(
        batches.flatMap(({ removed }) => removed.map(({ uid }) => uid)),
        [4],
      );
      assert.deepEqual(uidsOf(batches), []);
    });

  test('mail expunged during a response does not affect the other messages', async (context) => {
    const { server, provider } = await start(context);
    for (let number = 1; number <= 6; number++) server.mailbox.deliver('INBOX', oddMessage(`old ${number}`));
    server.quirks.folders = { INBOX: { expungedDuringFetch: [1, 5] } };
    const known = new Set<number>();
    const sync = syncsOf(provider);
    for (const batch of [...(await sync()), ...(await sync())]) {
      for (const { uid } of batch.arrivals) known.add(uid);
      for (const { uid } of batch.removed) known.delete(uid);
    }
    assert.deepEqual(known, new Set([2, 3, 4, 6]));
  });

  test('INBOX is recognized in any spelling of the server', async (context) => {
    const { server, provider } = await start(context);
    server.mailbox.rename('INBOX', 'Inbox');
    server.mailbox.deliver('Inbox', oddMessage('here'));
    const [folder] = await provider.folders(neverAborted());
    assert.deepEqual([folder?.path, folder?.role], ['INBOX', 'inbox']);
    assert.deepEqual(await subjectsOf(provider), ['here']);
  });
});

/** A message in each of four folders, of which the third is the odd one. */
function fillFolders({ mailbox }: OddServer): void {
  for (const path of ['Before', 'Odd', 'Rest']) mailbox.addFolder(path);
  for (const path of ['INBOX', 'Before', 'Odd', 'Rest']) mailbox.deliver(path, oddMessage(`in ${path}`));
}

function errorsOf(batches: readonly ChangeBatch[]): string[] {
  return batches.flatMap(({ error }) => error ?? []);
}
