import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerChecker } from './answers.ts';
import type { Document } from './document.ts';
import { askAtRandom } from './random-client.ts';
import type { Wish } from './sending.ts';
import { bearer, openStage } from './stage.ts';

const requests = 150;
const seed = 20_260_310;

/** A program that knows the document alone asks at random; `npm run soak -- contract` does so ten thousand times. */
test('a client made from the document alone meets no fault, no answer outside its schema, and no read that writes', async (t) => {
  const stage = await openStage({ after: (close) => t.after(close) });
  const daemon = { document: stage.document, send: stage.send, versions: stage.stores.versions };

  const before = stage.stores.bytes();
  const reads = await askAtRandom(daemon, { what: 'reads', requests, seed, headers: bearer });
  assert.deepEqual(reads.faults, []);
  assert.equal(stage.stores.bytes(), before);

  const all = await askAtRandom(daemon, { what: 'everything', requests, seed, headers: bearer });
  assert.deepEqual(all.faults, []);
  for (const { asked, statuses } of [reads, all]) {
    assert.equal(asked, requests);
    assert.ok((statuses[200] ?? 0) > requests / 4, `few were answered well: ${JSON.stringify(statuses)}`);
    assert.ok((statuses[400] ?? 0) > requests / 40, `few were refused: ${JSON.stringify(statuses)}`);
  }
  assert.notEqual(stage.stores.bytes(), before);
  assert.deepEqual(stage.faultsInEvents(), []);
});

test('it tells a failure, an answer of another form, a read that writes, and an answer that does not come', async () => {
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const operation = { operationId: 'letters.list', 'x-safety': 'read', parameters: [], responses };
  const document: Document = {
    openapi: '3.1.0',
    servers: [{ url: '/' }],
    paths: { '/letters': { get: operation } },
    components: { schemas: {}, parameters: {}, responses: {} },
  };
  const faultIn = answerChecker(document);
  const met = async (status: number, text: string, versions = () => '1') => {
    const send = async (wish: Wish) => {
      if (status === 0) throw new Error('cut');
      return { status, text, headers: {}, fault: faultIn({ ...wish, status, text }) };
    };
    const wish = { what: 'reads', requests: 1, seed, headers: {} } as const;
    return (await askAtRandom({ document, send, versions }, wish)).faults.join('\n');
  };
  let commits = 0;
  assert.equal(await met(200, '{"ok":true}'), '');
  assert.match(await met(200, '{"ok":1}'), /\/ok must be boolean/);
  assert.match(await met(418, '{}'), /status 418 is not in the document/);
  assert.match(await met(500, '{}'), /500 means a fault of the daemon/);
  assert.match(await met(0, ''), /there was no answer: cut/);
  assert.match(await met(200, '{"ok":true}', () => String(commits++)), /a read changed a database/);
});
