import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Embedder } from './embed.ts';
import { createLoadedModels } from './loaded-models.ts';

/** Models that note when they are opened and closed. */
function testModels() {
  const happened: string[] = [];
  const models = createLoadedModels();
  const source = (
    name: string,
    megabytes: number,
    { identity = name, fault }: { identity?: string; fault?: Error } = {},
  ) => ({
    identity,
    bytes: megabytes * 1e6,
    async open(): Promise<Embedder> {
      if (fault) throw fault;
      happened.push(`${identity} opened`);
      return {
        embed: async () => [],
        tokenize: () => ({ tokens: [], batches: [] }),
        compute: async () => [],
        close: async () => void happened.push(`${identity} closed`),
      };
    },
  });
  const use = (name: string, megabytes: number, work: () => Promise<unknown> = async () => undefined) =>
    models.use(name, source(name, megabytes), work);
  return { happened, models, source, use };
}

test('two models that are small stay loaded together, and a third takes the place of the one that was used first', async () => {
  const { happened, models, use } = testModels();
  for (const name of ['a', 'b', 'a']) await use(name, 40);
  assert.deepEqual(happened, ['a opened', 'b opened']);
  await use('c', 40);
  assert.deepEqual(happened.toSorted(), ['a opened', 'b closed', 'b opened', 'c opened']);
  models.close();
  await new Promise(setImmediate);
  assert.deepEqual(happened.slice(-2).toSorted(), ['a closed', 'c closed']);
});

test('a model that does not fit beside another one is loaded when the calls of that one are done and it is closed', async () => {
  const { happened, use } = testModels();
  const working = Promise.withResolvers<void>();
  const first = use('large', 130, () => working.promise);
  const second = use('other', 130);
  await new Promise(setImmediate);
  assert.deepEqual(happened, ['large opened']);
  working.resolve();
  await Promise.all([first, second]);
  await use('large', 130);
  assert.deepEqual(happened, ['large opened', 'large closed', 'other opened', 'other closed', 'large opened']);
});

test('calls that take turns never have two large models loaded', async () => {
  const { happened, use } = testModels();
  await Promise.all(Array.from({ length: 20 }, (_, at) => use(at % 2 === 0 ? 'a' : 'b', 130)));
  let loaded = 0;
  for (const each of happened) {
    loaded += each.endsWith('opened') ? 1 : -1;
    assert(loaded <= 1, happened.join(', '));
  }
});

test('a model that cannot be loaded takes no room and is tried again; other files are another model', async () => {
  const { happened, models, source, use } = testModels();
  const fault = new Error('damaged');
  await assert.rejects(
    models.use('a', source('a', 160, { fault }), async () => undefined),
    fault,
  );
  await use('b', 160);
  await models.use('b', source('b', 160, { identity: 'b2' }), async () => undefined);
  assert.deepEqual(happened, ['b opened', 'b closed', 'b2 opened']);
});

test('a model for one use is closed before the call returns, also after a failure', async () => {
  const { happened, models, source } = testModels();
  await models.useOnce(source('a', 10), async () => undefined);
  const fault = new Error('no vector');
  await assert.rejects(
    models.useOnce(source('a', 10), async () => {
      throw fault;
    }),
    fault,
  );
  await assert.rejects(
    models.useOnce(source('b', 10, { fault }), async () => undefined),
    fault,
  );
  assert.deepEqual(happened, ['a opened', 'a closed', 'a opened', 'a closed']);
});
