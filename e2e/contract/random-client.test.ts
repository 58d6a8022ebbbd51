import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResponseChecker } from './response-checker.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { sendRandomRequests } from './random-client.ts';
import type { RawRequest } from './raw-http-client.ts';
import { bearer, openTestBridge } from './test-bridge.ts';

const requests = 150;
const seed = 20_260_310;

/** A program that knows only the document sends random requests; `npm run soak -- contract` sends ten thousand. */
test('a client made only from the document meets no fault, no answer outside its schema, and no read that writes', async (t) => {
  const stage = await openTestBridge({ after: (close) => t.after(close) });
  const daemon = { document: stage.document, send: stage.send, versions: stage.databases.versions };

  const before = stage.databases.contentHash();
  const reads = await sendRandomRequests(daemon, { operations: 'reads', requests, seed, headers: bearer });
  assert.deepEqual(reads.faults, []);
  assert.equal(stage.databases.contentHash(), before);

  const all = await sendRandomRequests(daemon, { operations: 'everything', requests, seed, headers: bearer });
  assert.deepEqual(all.faults, []);
  for (const { requestCount, statuses } of [reads, all]) {
    assert.equal(requestCount, requests);
    assert.ok((statuses[200] ?? 0) > requests / 5, `few successful answers: ${JSON.stringify(statuses)}`);
    assert.ok((statuses[400] ?? 0) > requests / 40, `few refusals: ${JSON.stringify(statuses)}`);
  }
  assert.notEqual(stage.databases.contentHash(), before);
  assert.deepEqual(stage.eventErrors(), []);
});

test('it reports a failure, an answer of another form, a read that writes, and an answer that does not come', async () => {
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const operation = { operationId: 'messages.list', 'x-safety': 'read', parameters: [], responses };
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    servers: [{ url: '/' }],
    paths: { '/messages': { get: operation } },
    components: { schemas: {}, parameters: {}, responses: {} },
  };
  const faultIn = createResponseChecker(document);
  const met = async (status: number, text: string, versions = () => '1') => {
    const send = async (request: RawRequest) => {
      if (status === 0) throw new Error('cut');
      return { status, text, headers: {}, fault: faultIn({ ...request, status, text }) };
    };
    const options = { operations: 'reads', requests: 1, seed, headers: {} } as const;
    return (await sendRandomRequests({ document, send, versions }, options)).faults.join('\n');
  };
  let commits = 0;
  assert.equal(await met(200, '{"ok":true}'), '');
  assert.match(await met(200, '{"ok":1}'), /\/ok must be boolean/);
  assert.match(await met(418, '{}'), /status 418 is not in the document/);
  assert.match(await met(500, '{}'), /500 means a fault of the daemon/);
  assert.match(await met(0, ''), /there was no answer: cut/);
  assert.match(await met(200, '{"ok":true}', () => String(commits++)), /a read changed a database/);
});
