import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Operation, type RawDocument, readDocument } from './api-document.ts';
import { curlOf } from './curl.ts';
import { type Draft, freshDraft, outgoing } from './draft.ts';
import { consequenceOf } from './consequence.ts';
import { matching } from './filter.ts';
import { hrefOf, placeOf } from './place.ts';

const string = { type: 'string' };
const raw: RawDocument = {
  info: { title: 'Post', version: '1' },
  servers: [{ url: '/api/v1' }],
  tags: [{ name: 'letters', description: 'What was written' }, { name: 'empty' }],
  paths: {
    '/letters/{id}': {
      get: {
        operationId: 'letters.get',
        tags: ['letters'],
        summary: 'One letter.',
        security: [],
        'x-safety': 'read',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: string, example: 'a/b' },
          { name: 'part', in: 'query', schema: { type: 'array', items: string } },
          { name: 'fold', in: 'query', schema: { type: 'boolean', default: false } },
          { $ref: '#/components/parameters/RequestId' },
        ],
        responses: { 404: { $ref: '#/components/responses/Missing' }, 200: { description: 'Done' }, default: {} },
      },
      delete: { operationId: 'letters.burn', tags: ['letters'], 'x-safety': 'destroy', responses: {} },
    },
    '/letters': {
      post: {
        operationId: 'letters.write',
        tags: ['letters'],
        'x-safety': 'draft',
        'x-people-only': true,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Message' } } },
        },
        responses: {},
      },
    },
    '/news': { get: { operationId: 'news', tags: ['more'], responses: { 101: { description: 'Frames' } } } },
  },
  components: {
    schemas: {
      Message: { type: 'object', properties: { text: { type: 'string', examples: ["It's me"] } }, required: ['text'] },
    },
    responses: { Missing: { description: 'Not here' } },
    parameters: { RequestId: { name: 'X-Request-Id', in: 'header', schema: string } },
  },
};

const api = readDocument(raw);

function operation(id: string): Operation {
  const found = api.operations.get(id);
  assert.ok(found, id);
  return found;
}

test('requests stand in groups, in the order of the tags, and a group without any is left out', () => {
  const names = api.groups.map(({ name, operations }) => [name, operations.map(({ id }) => id)]);
  assert.deepEqual(names, [
    ['letters', ['letters.get', 'letters.burn', 'letters.write']],
    ['more', ['news']],
  ]);
});

test('references to shared parameters and answers are followed, and answers stand by status', () => {
  const { parameters, answers, isOpen } = operation('letters.get');
  assert.deepEqual(
    parameters.map(({ name, in: place, isRequired }) => [name, place, isRequired]),
    [
      ['id', 'path', true],
      ['part', 'query', false],
      ['fold', 'query', false],
      ['X-Request-Id', 'header', false],
    ],
  );
  assert.deepEqual(
    answers.map(({ status, isError, description }) => [status, isError, description]),
    [
      ['200', false, 'Done'],
      ['404', true, 'Not here'],
      ['default', true, ''],
    ],
  );
  assert.equal(isOpen, true);
  assert.equal(operation('news').isStream, true);
  assert.equal(operation('letters.write').isForPeople, true);
});

test('every word of a search must be there: in address, name, sentence or parameters', () => {
  const ids = (text: string) => matching(api, text).groups.flatMap(({ operations }) => operations.map(({ id }) => id));
  assert.deepEqual(ids('LETTERS one'), ['letters.get']);
  assert.deepEqual(ids('fold'), ['letters.get']);
  assert.deepEqual(ids('post letters'), ['letters.write']);
  assert.deepEqual(ids('nothing'), []);
  assert.deepEqual(matching(api, 'message').records, ['Message']);
});

test('a form opens with what must be there, from the examples; the rest is left out of the request', () => {
  assert.deepEqual(freshDraft(operation('letters.get'), api), { values: { 'path:id': 'a/b' }, body: '' });
  const { body } = freshDraft(operation('letters.write'), api);
  assert.deepEqual(JSON.parse(body), { text: "It's me" });
});

test('a form becomes a request: path, query with a key for each line, headers, body', () => {
  const draft: Draft = {
    values: { 'path:id': 'a/b', 'query:part': 'one\ntwo\n', 'query:fold': '', 'header:X-Request-Id': 'mine' },
    body: '',
  };
  assert.deepEqual(outgoing(operation('letters.get'), api, draft), {
    method: 'GET',
    path: '/api/v1/letters/a%2Fb?part=one&part=two',
    headers: { 'X-Request-Id': 'mine' },
  });
  assert.equal(outgoing(operation('letters.get'), api, { values: {}, body: '' }).path, '/api/v1/letters/{id}');
});

test('the command reads the key from its file, quotes what a shell would read, and leaves the key out where none is needed', () => {
  const origin = 'http://127.0.0.1:42829';
  const write = outgoing(operation('letters.write'), api, freshDraft(operation('letters.write'), api));
  assert.equal(
    curlOf(write, { origin, isOpen: false }),
    [
      "curl -sS -X POST 'http://127.0.0.1:42829/api/v1/letters' \\",
      '  -H "Authorization: Bearer $(cat bridge-token)" \\',
      "  -H 'content-type: application/json' \\",
      `  -d '{\n  "text": "It'\\''s me"\n}'`,
    ].join('\n'),
  );
  const get = outgoing(operation('letters.get'), api, { values: { 'path:id': '$(x)' }, body: '' });
  assert.equal(curlOf(get, { origin, isOpen: true }), "curl -sS 'http://127.0.0.1:42829/api/v1/letters/%24(x)'");
});

test('what only reads or asks needs no second click; what the document does not name is taken for a change', () => {
  const of = (method: string, effect: string) => {
    const { isChange, isGrave } = consequenceOf({ method, effect });
    return [isChange, isGrave];
  };
  assert.deepEqual(of('POST', 'read'), [false, false]);
  assert.deepEqual(of('GET', 'fetch'), [false, false]);
  assert.deepEqual(of('POST', 'mutate'), [true, false]);
  assert.deepEqual(of('POST', 'depends'), [true, false]);
  assert.deepEqual(of('POST', 'operate'), [true, true]);
  assert.deepEqual(of('DELETE', 'mutate'), [true, true]);
  assert.deepEqual(of('POST', ''), [true, false]);
  assert.deepEqual(of('GET', ''), [false, false]);
  assert.deepEqual(of('GET', 'constructor'), [true, false]);
});

test('an address leads back to the place it was made for, whatever its name holds', () => {
  for (const name of ['mailbox.list', 'a/b', '100%']) {
    assert.deepEqual(placeOf(hrefOf({ kind: 'request', name })), { kind: 'request', name });
  }
  assert.deepEqual(placeOf('#record/%E0%A4%A'), { kind: 'record', name: '%E0%A4%A' });
  assert.deepEqual(placeOf(''), { kind: 'index' });
  assert.deepEqual(placeOf('#overview'), { kind: 'overview' });
});
