import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { certificateMissing } from '../../../../testing/servers/certificate.ts';
import { modernCapabilities } from '../../../../testing/servers/imap/server.ts';
import { collect, neverAborted } from '../test-dovecot-mailbox.ts';
import {
  foldersOf,
  oddMessage,
  oddServers,
  plainCapabilities,
  subjectOf,
  subjectsOf,
  syncsOf,
} from '../test-odd-server.ts';

const suite = { skip: certificateMissing() ?? false, concurrency: 4 };

describe('imap: difficult folder names', suite, () => {
  const start = oddServers();

  const spellings: [claim: string, separator: string | null, paths: string[]][] = [
    ['dots between the levels', '.', ['INBOX.Work', 'INBOX.Work.Plans/2026', 'Lists']],
    ['backslashes between the levels', '\\', ['Work\\Plans', 'Lists']],
    ['carets between the levels', '^', ['Work^Plans', 'Lists']],
    ['no levels', null, ['Work/Plans.2026', 'Lists']],
    ['signs that mean something in IMAP', '/', ['100% *new*', 'say "hello"', 'a {3}', '(x)', 'R&D', 'A&-B', '~peter']],
    ['other alphabets', '/', ['Entwürfe', '東京/資料', '😀 fun', 'Бюро & Ко']],
    ['nothing but case between them', '/', ['Work', 'work', 'WORK']],
  ];
  for (const [claim, separator, paths] of spellings)
    for (const capabilities of [modernCapabilities, `${modernCapabilities} UTF8=ACCEPT`])
      test(`${claim}: ${capabilities.includes('UTF8') ? 'UTF-8' : 'modified UTF-7'}`, async (context) => {
        const { server, provider } = await start(context, { capabilities });
        for (const path of paths) {
          server.mailbox.addFolder(path, { separator });
          server.mailbox.deliver(path, oddMessage(`in ${path}`));
        }
        assert.deepEqual(await subjectsOf(provider), paths.map((path) => `in ${path}`).toSorted());
      });

  test('folders with invalidly encoded names are synced if they can be opened, and reported if not', async (context) => {
    const { server, provider } = await start(context);
    const wires = {
      utf8: Buffer.from('Entwürfe').toString('latin1'),
      ampersand: 'Fish & Chips',
      cut: 'Bro&AOk',
      superfluous: 'Plain&AEE-',
      latin1: Buffer.from('Entw\xfcrfe 2', 'latin1').toString('latin1'),
    };
    for (const [name, wire] of Object.entries(wires)) {
      server.mailbox.addFolder(name, { wire });
      server.mailbox.deliver(name, oddMessage(`in ${name}`));
    }
    server.mailbox.addFolder('Zebra');
    server.mailbox.deliver('Zebra', oddMessage('in Zebra'));
    const batches = await collect(provider.changes({}, neverAborted()));
    const arrivals = batches.flatMap(({ arrivals: some }) => some);
    const sources = await collect(provider.sources(arrivals, neverAborted()));
    const subjects = sources.map(({ bytes }) => subjectOf(bytes)).toSorted();
    assert.deepEqual(subjects, ['in Zebra', 'in ampersand', 'in cut', 'in superfluous', 'in utf8']);
    const troubles = batches.flatMap(({ error }) => error ?? []);
    assert.equal(troubles.length, 1);
    assert.match(troubles[0] ?? '', /Entw.*rfe 2.* Rename it on the server/);
  });

  test("other users' and public folders are found though LIST does not show them", async (context) => {
    const { server, provider } = await start(context, {
      namespaces: {
        others: [{ prefix: 'Other Users.', separator: '.' }],
        shared: [{ prefix: '#public/', separator: '/' }],
      },
    });
    server.mailbox.addFolder('Other Users.bob.Plans', { separator: '.' });
    server.mailbox.addFolder('#public/News');
    for (const path of ['INBOX', 'Other Users.bob.Plans', '#public/News'])
      server.mailbox.deliver(path, oddMessage(`in ${path}`));
    assert.deepEqual(await subjectsOf(provider), ['in #public/News', 'in INBOX', 'in Other Users.bob.Plans']);
  });

  for (const [count, capabilities] of [
    [5000, modernCapabilities],
    [1000, plainCapabilities],
  ] as const)
    test(`mail in one of ${count.toLocaleString('en')} folders is found ${capabilities === plainCapabilities ? 'without' : 'with'} LIST-STATUS`, async (context) => {
      const { server, provider } = await start(context, { capabilities });
      for (let number = 1; number <= count; number++) server.mailbox.addFolder(`Archive/${number}`);
      server.mailbox.deliver(`Archive/${count - 9}`, oddMessage('far down'));
      const sync = syncsOf(provider);
      assert.deepEqual(foldersOf(await sync()), [`Archive/${count - 9}`]);
      server.mailbox.deliver('Archive/789', oddMessage('later'));
      const later: string[] = [];
      for (let pass = 0; pass < 10 && later.length === 0; pass++) later.push(...foldersOf(await sync()));
      assert.deepEqual(later, ['Archive/789']);
      const opened = server.log.commands.filter((line) => / (EXAMINE|SELECT) /.test(line)).length;
      assert.ok(opened < 100, `${opened} folders were opened, nearly all of them empty`);
    });
});
