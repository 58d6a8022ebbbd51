import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { certificateMissing } from '../../../../testing/servers/certificate.ts';
import type { MessageQuirk } from '../../../../testing/servers/imap/quirks.ts';
import type { MessageSource } from '../../provider.ts';
import { arrivalsOf, collect, neverAborted } from '../test-dovecot-mailbox.ts';
import { largeMessage, oddMessage, oddServers } from '../test-odd-server.ts';
import type { OddServerSetup } from '../test-odd-server.ts';

const suite = { skip: certificateMissing() ?? false, concurrency: 4 };

describe('imap: one message of which the server makes a mess', suite, () => {
  const start = oddServers({ silence: 1_000 });
  const letters = Array.from({ length: 6 }, (_, index) => oddMessage(`letter ${index + 1}`, 3 + index));
  const odd = 3;

  const cases: [claim: string, quirk: MessageQuirk, gets: 'its bytes' | RegExp][] = [
    ['a size that is a little off is not minded', { sizeSurplus: 2 }, 'its bytes'],
    ['nor is one that is grossly too large', { sizeSurplus: 5_000_000 }, 'its bytes'],
    ['nor is one that is grossly too small', { sizeSurplus: -100 }, 'its bytes'],
    ['the bytes of another message are not taken', { bodyOf: 5 }, /another message in the place/],
    ['a refusal is told in the words of the server', { on: { body: 'NO Disk 7 is broken' } }, /Disk 7 is broken/],
    ['a server that takes the request for nonsense is told', { on: { body: 'BAD What?' } }, /What\?/],
    ['a connection that breaks over it is told', { on: { body: 'cut' } }, /the connection breaks/],
    ['a server that crashes over it is told', { on: { body: 'crash' } }, /the connection breaks/],
    ['a server that says farewell over it is told', { on: { body: 'BYE Internal error' } }, /Internal error/],
    ['a server that falls silent over it is told', { on: { body: 'silence' } }, /the connection breaks/],
    ['a message that is passed over is told', { isLeftOut: true }, /./],
    ['a message without a body is told', { isBodyMissing: true }, /./],
    ['a literal that announces more than comes is told', { literalSurplus: 40 }, /./],
    ['a literal that announces less than comes is told', { literalSurplus: -40 }, /./],
    ['a header that is refused does not keep the message away', { on: { header: 'NO Broken' } }, 'its bytes'],
    ['a connection that breaks over the header leaves the others', { on: { header: 'cut' } }, /./],
  ];

  for (const [claim, quirk, gets] of cases)
    test(`${claim}, and all others come byte for byte`, async (context) => {
      const { server, provider } = await start(context);
      for (const letter of letters) server.mailbox.deliver('INBOX', letter);
      server.quirks.messages = { [`INBOX ${odd}`]: quirk };
      const sources = await sourcesByUid(provider);
      for (const [index, letter] of letters.entries())
        if (index + 1 !== odd) assertBytes(sources.get(index + 1), letter);
      const given = sources.get(odd);
      if (gets === 'its bytes') assertBytes(given, letters[odd - 1]);
      else if (given?.bytes) assertBytes(given, letters[odd - 1]);
      else assert.match(given?.error ?? 'nothing was given', gets);
      assert.ok(server.log.connections <= 12, `the server saw ${server.log.connections} connections`);
    });

  test('a message over which the server crashes is found without asking for each of the others alone', async (context) => {
    const { server, provider } = await start(context);
    const many = Array.from({ length: 60 }, (_, index) => oddMessage(`letter ${index + 1}`));
    for (const letter of many) server.mailbox.deliver('INBOX', letter);
    server.quirks.messages = { 'INBOX 30': { on: { body: 'crash' } } };
    const sources = await sourcesByUid(provider);
    for (const [index, letter] of many.entries()) if (index !== 29) assertBytes(sources.get(index + 1), letter);
    assert.match(sources.get(30)?.error ?? '', /the connection breaks/);
    assert.ok(server.log.connections <= 20, `the server saw ${server.log.connections} connections`);
  });

  test('of messages without a Message-ID too another one is not taken', async (context) => {
    const { server, provider } = await start(context);
    const bare = ['one', 'another'].map((name) =>
      Buffer.from(`From: ada@engine.example\r\nSubject: ${name}\r\n\r\nHm.\r\n`),
    );
    for (const letter of bare) server.mailbox.deliver('INBOX', letter);
    server.quirks.messages = { 'INBOX 1': { bodyOf: 2 } };
    const sources = await sourcesByUid(provider);
    assertBytes(sources.get(2), bare[1]);
    assert.equal(sources.get(1)?.bytes, undefined);
    assert.match(sources.get(1)?.error ?? '', /./);
  });

  const structures: [claim: string, quirk: MessageQuirk][] = [
    ['is refused', { on: { structure: 'NO Cannot parse' } }],
    ['is that of another message', { structureOf: 1 }],
  ];
  for (const [claim, quirk] of structures)
    test(`a large message whose structure ${claim} comes whole`, async (context) => {
      const { server, provider } = await start(context);
      const large = largeMessage('large', 300_000);
      const others = [largeMessage('another', 290_000), oddMessage('small')];
      for (const letter of [...others, large]) server.mailbox.deliver('INBOX', letter);
      server.quirks.messages = { 'INBOX 3': quirk };
      const sources = await sourcesByUid(provider);
      assertBytes(sources.get(2), others[1]);
      assert.ok(sources.get(1)?.bytes, 'the other large one came, too');
      assertBytes(sources.get(3), large);
    });

  test('an empty message, and one that came at no time that can be read, are like any other', async (context) => {
    const { server, provider } = await start(context);
    const all = [Buffer.alloc(0), ...letters];
    for (const letter of all) server.mailbox.deliver('INBOX', letter);
    server.quirks.messages = { 'INBOX 2': { internalDate: 'NIL' }, 'INBOX 3': { internalDate: '"00-Jan-0000 99:99"' } };
    const sources = await sourcesByUid(provider);
    for (const [index, letter] of all.entries()) {
      assert.ok(sources.get(index + 1)?.bytes, sources.get(index + 1)?.error);
      assertBytes(sources.get(index + 1), letter);
    }
  });

  test('answers for messages nobody asked for, in any order, are put where they belong', async (context) => {
    const { server, provider } = await start(context);
    for (const letter of letters) server.mailbox.deliver('INBOX', letter);
    server.quirks.folders = { INBOX: { isDescending: true, sendsNeighbours: true } };
    const arrivals = await arrivalsOf(provider);
    const some = arrivals.filter(({ uid }) => uid === 2 || uid === 5);
    const sources = await collect(provider.sources(some, neverAborted()));
    assert.deepEqual(new Set(sources.map(({ uid }) => uid)), new Set([2, 5]));
    for (const source of sources) assertBytes(source, letters[source.uid - 1]);
  });

  test('a message expunged while others are fetched is told, and the others come', async (context) => {
    const { server, provider } = await start(context);
    for (const letter of letters) server.mailbox.deliver('INBOX', letter);
    const arrivals = await arrivalsOf(provider);
    server.quirks.folders = { INBOX: { expungedDuringFetch: [1, 4] } };
    const sources = new Map((await collect(provider.sources(arrivals, neverAborted()))).map((one) => [one.uid, one]));
    for (const uid of [2, 3, 5, 6]) assertBytes(sources.get(uid), letters[uid - 1]);
    assert.equal(sources.size, 6);
  });
});

async function sourcesByUid(provider: OddServerSetup['provider']): Promise<Map<number, MessageSource>> {
  const arrivals = await arrivalsOf(provider);
  return new Map((await collect(provider.sources(arrivals, neverAborted()))).map((source) => [source.uid, source]));
}

function assertBytes(source: MessageSource | undefined, letter: Buffer | undefined): void {
  assert.equal(Buffer.from(source?.bytes ?? []).toString(), letter?.toString(), source?.error);
}
