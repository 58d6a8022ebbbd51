import assert from 'node:assert/strict';
import type { Check } from './harness.ts';
import { sampleMessage } from './sample-messages.ts';
import { assertStopped, drainIterator } from './helpers.ts';

export function watchClaims(check: Check): void {
  check('watch yields when mail is delivered', async ({ provider, deliver }, context) => {
    if (!provider.capabilities.push) return context.skip('this provider cannot watch');
    const abort = new AbortController();
    const changes = provider.watch(abort.signal)[Symbol.asyncIterator]();
    let isSettled = false;
    const next = changes.next().finally(() => (isSettled = true));
    // The adapter may still be connecting, so mail is delivered until the watch reports some.
    while (!isSettled) {
      await deliver('INBOX', sampleMessage('knock'));
      await new Promise(setImmediate);
    }
    assert.deepEqual(await next, { done: false, value: 'changed' });
    abort.abort();
    await assertStopped(drainIterator(changes));
  });

  check('watch ends when its signal aborts', async ({ provider }, context) => {
    if (!provider.capabilities.push) return context.skip('this provider cannot watch');
    const abort = new AbortController();
    const waiting = drainIterator(provider.watch(abort.signal)[Symbol.asyncIterator]());
    abort.abort();
    assert.equal((await waiting).done, true);
  });
}
