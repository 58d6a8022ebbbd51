import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Core } from './core.ts';
import type { AnyFeature } from './feature.ts';
import { createFeatureHost } from './feature-host.ts';

test('handlers are loaded with the first request, once, and again after a failure', async () => {
  let loads = 0;
  const feature: AnyFeature = {
    requests: {},
    async open() {
      return {
        async handlers() {
          loads++;
          if (loads === 1) throw new Error('The disk is full.');
          return { get: () => 'reply' };
        },
      };
    },
  };
  const host = createFeatureHost({ notes: feature }, () => ({}) as Core);
  await assert.rejects(async () => host.handlerOf('notes.get'), /The disk is full/);
  const [handler, same] = await Promise.all([host.handlerOf('notes.get'), host.handlerOf('notes.get')]);
  assert.equal(handler, same);
  assert.equal(host.handlerOf('notes.get'), handler, 'at once from then on');
  assert.equal(await host.handlerOf('notes.other'), undefined);
  assert.equal(loads, 2);
});
