import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStream, operationAt, withoutSamples, type ApiDocument } from './api-document.ts';

const document: ApiDocument = {
  paths: {
    '/letters': {
      get: {
        parameters: [{ example: 'a', schema: { examples: ['b'], example: 'c' } }, { schema: {} }],
        responses: { '200': {} },
      },
    },
    '/events': { get: { responses: { '101': {} } } },
  },
  components: { parameters: { Kind: { example: 'script', examples: { one: { value: 1 } } } } },
};

test('parameters lose their examples, and the given document stays as it was', () => {
  const before = structuredClone(document);
  const { paths, components } = withoutSamples(document);
  assert.deepEqual(paths['/letters']?.['get']?.parameters, [{ schema: {} }, { schema: {} }]);
  assert.deepEqual(components, { parameters: { Kind: {} } });
  assert.deepEqual(document, before);
});

test('an operation that is answered with a WebSocket is a stream', () => {
  const streams = ['/letters', '/events'].map((path) => isStream(operationAt(document, path, 'get') ?? {}));
  assert.deepEqual(streams, [false, true]);
  assert.equal(operationAt(document, '/letters', 'post'), undefined);
});
