import assert from 'node:assert/strict';
import type { Check } from './harness.ts';
import { letter } from './letters.ts';
import { assertStopped, drained } from './reading.ts';

export function watchClaims(check: Check): void {
  check('watch yields within three seconds of a delivery', async ({ provider, deliver }, context) => {
    if (!provider.capabilities.push) return context.skip('this provider cannot watch');
    const abort = new AbortController();
    const changes = provider.watch(abort.signal)[Symbol.asyncIterator]();
    const told = changes.next().then(({ value }) => value);
    // The adapter may still be connecting: mail keeps coming until it has noticed some.
    const post = setInterval(() => void deliver('INBOX', letter('knock')).catch(() => undefined), 20);
    const late = AbortSignal.timeout(3400);
    const first = await Promise.race([told, aborted(late)]);
    clearInterval(post);
    abort.abort();
    await assertStopped(drained(changes));
    assert.equal(first, 'changed');
  });

  check('watch ends when its signal aborts', async ({ provider }, context) => {
    if (!provider.capabilities.push) return context.skip('this provider cannot watch');
    const abort = new AbortController();
    const waiting = drained(provider.watch(abort.signal)[Symbol.asyncIterator]());
    abort.abort();
    assert.equal((await waiting).done, true);
  });
}

function aborted(signal: AbortSignal): Promise<'nothing'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('nothing'), { once: true }));
}
