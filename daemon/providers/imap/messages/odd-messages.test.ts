import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { certificateMissing } from '../../../../testing/servers/certificate.ts';
import type { MessageQuirk } from '../../../../testing/servers/imap/quirks.ts';
import type { MessageSource } from '../../provider.ts';
import { arrivalsOf, collect, neverAborted } from '../test-dovecot-mailbox.ts';
import { largeMessage, oddMessage, oddServers } from '../test-odd-server.ts';
import type { OddServerSetup } from '../test-odd-server.ts';

const suite = { skip: certificateMissing() ?? false, concurrency: 4 };

describe('imap: single messages with wrong server responses', suite, () => {
  const start = oddServers({ silence: 1_000 });
  const messages = Array.from({ length: 6 }, (_, index) => oddMessage(`message ${index + 1}`, 3 + index));
  const odd = 3;

  const cases: [claim: string, quirk: MessageQuirk, gets: 'its bytes' | RegExp][] = [
    ['a slightly wrong size is ignored', { sizeSurplus: 2 }, 'its bytes'],
    ['a size that is much too large is ignored', { sizeSurplus: 5_000_000 }, 'its bytes'],
    ['a size that is much too small is ignored', { sizeSurplus: -100 }, 'its bytes'],
    ['the bytes of another message are refused', { bodyOf: 5 }, /another message instead/],
    ["a refusal is reported with the server's text", { on: { body: 'NO Disk 7 is broken' } }, /Disk 7 is broken/],
    ['a BAD response is reported', { on: { body: 'BAD What?' } }, /What\?/],
    ['a lost connection is reported', { on: { body: 'cut' } }, /The connection is lost/],
    ['a server crash is reported', { on: { body: 'crash' } }, /The connection is lost/],
    ['a BYE is reported', { on: { body: 'BYE Internal error' } }, /Internal error/],
    ['a silent server is reported', { on: { body: 'silence' } }, /doesn’t answer FETCH in INBOX/],
    ['a missing response is reported', { leftOut: ['body'] }, /./],
    ['a response without a body is reported', { isBodyMissing: true }, /./],
    ['a literal shorter than announced is reported', { literalSurplus: 40 }, /./],
    ['a literal longer than announced is reported', { literalSurplus: -40 }, /./],
    ['a message whose header is refused still arrives', { on: { header: 'NO Broken' } }, 'its bytes'],
    ['a connection lost on the header is reported', { on: { header: 'cut' } }, /./],
  ];

  for (const [claim, quirk, gets] of cases)
    test(`${claim}, and all others arrive byte for byte`, async (context) => {
      const { server, provider } = await start(context);
      for (const message of messages) server.mailbox.deliver('INBOX', message);
      server.quirks.messages = { [`INBOX ${odd}`]: quirk };
      const sources = await sourcesByUid(provider);
      for (const [index, message] of messages.entries())
        if (index + 1 !== odd) assertBytes(sources.get(index + 1), message);
      const source = sources.get(odd);
      if (gets === 'its bytes') assertBytes(source, messages[odd - 1]);
      else if (source?.bytes) assertBytes(source, messages[odd - 1]);
      else assert.match(source?.error ?? 'no source', gets);
      assert.ok(server.log.connections <= 12, `the server saw ${server.log.connections} connections`);
    });

  test('a message that crashes the server is found without requesting each of the others alone', async (context) => {
    const { server, provider } = await start(context);
    const many = Array.from({ length: 60 }, (_, index) => oddMessage(`message ${index + 1}`));
    for (const message of many) server.mailbox.deliver('INBOX', message);
    server.quirks.messages = { 'INBOX 30': { on: { body: 'crash' } } };
    const sources = await sourcesByUid(provider);
    for (const [index, message] of many.entries()) if (index !== 29) assertBytes(sources.get(index + 1), message);
    assert.match(sources.get(30)?.error ?? '', /The connection is lost/);
    assert.ok(server.log.connections <= 20, `the server saw ${server.log.connections} connections`);
  });

  test('messages without a Message-ID are not confused with each other either', async (context) => {
    const { server, provider } = await start(context);
    const bare = ['one', 'another'].map((name) =>
      Buffer.from(`From: ada@engine.example\r\nSubject: ${name}\r\n\r\nHm.\r\n`),
    );
    for (const message of bare) server.mailbox.deliver('INBOX', message);
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
    test(`a large message whose structure ${claim} arrives complete`, async (context) => {
      const { server, provider } = await start(context);
      const large = largeMessage('large', 300_000);
      const others = [largeMessage('another', 290_000), oddMessage('small')];
      for (const message of [...others, large]) server.mailbox.deliver('INBOX', message);
      server.quirks.messages = { 'INBOX 3': quirk };
      const sources = await sourcesByUid(provider);
      assertBytes(sources.get(2), others[1]);
      assert.ok(sources.get(1)?.bytes, 'the other large message arrived');
      assertBytes(sources.get(3), large);
    });

  test('an empty message, and a message with an invalid arrival date, are ordinary messages', async (context) => {
    const { server, provider } = await start(context);
    const all = [Buffer.alloc(0), ...messages];
    for (const message of all) server.mailbox.deliver('INBOX', message);
    server.quirks.messages = { 'INBOX 2': { internalDate: 'NIL' }, 'INBOX 3': { internalDate: '"00-Jan-0000 99:99"' } };
    const sources = await sourcesByUid(provider);
    for (const [index, message] of all.entries()) {
      assert.ok(sources.get(index + 1)?.bytes, sources.get(index + 1)?.error);
      assertBytes(sources.get(index + 1), message);
    }
  });

  test('responses for messages that were not requested, in any order, are assigned correctly', async (context) => {
    const { server, provider } = await start(context);
    for (const message of messages) server.mailbox.deliver('INBOX', message);
    server.quirks.folders = { INBOX: { isDescending: true, sendsNeighbours: true } };
    const arrivals = await arrivalsOf(provider);
    const some = arrivals.filter(({ uid }) => uid === 2 || uid === 5);
    const sources = await collect(provider.sources(some, neverAborted()));
    assert.deepEqual(new Set(sources.map(({ uid }) => uid)), new Set([2, 5]));
    for (const source of sources) assertBytes(source, messages[source.uid - 1]);
  });

  test('a message expunged while others are fetched is reported, and the others arrive', async (context) => {
    const { server, provider } = await start(context);
    for (const message of messages) server.mailbox.deliver('INBOX', message);
    const arrivals = await arrivalsOf(provider);
    server.quirks.folders = { INBOX: { expungedDuringFetch: [1, 4] } };
    const sources = new Map((await collect(provider.sources(arrivals, neverAborted()))).map((one) => [one.uid, one]));
    for (const uid of [2, 3, 5, 6]) assertBytes(sources.get(uid), messages[uid - 1]);
    assert.equal(sources.size, 6);
  });
});

async function sourcesByUid(provider: OddServerSetup['provider']): Promise<Map<number, MessageSource>> {
  const arrivals = await arrivalsOf(provider);
  return new Map((await collect(provider.sources(arrivals, neverAborted()))).map((source) => [source.uid, source]));
}

function assertBytes(source: MessageSource | undefined, message: Buffer | undefined): void {
  assert.equal(Buffer.from(source?.bytes ?? []).toString(), message?.toString(), source?.error);
}
