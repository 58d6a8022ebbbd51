import assert from 'node:assert/strict';
import type { Check } from './harness.ts';
import { letter } from './letters.ts';
import { synced } from './mirror.ts';
import { keyOf, never } from './reading.ts';

export function searchClaims(check: Check): void {
  check('search finds by text', async ({ provider, deliver }, context) => {
    if (!provider.capabilities.server_search) return context.skip('this provider has no search of its own');
    await deliver('INBOX', letter('the marmalade recipe'));
    await deliver('INBOX', letter('the boiler inspection'));
    await deliver('Archive', letter('marmalade again'));
    const mirror = await synced(provider);
    const inInbox = await provider.search({ text: 'marmalade', folder: 'INBOX' }, never());
    assert.deepEqual(inInbox.map(keyOf), mirror.in('INBOX').slice(1).map(keyOf));
    assert.equal((await provider.search({ text: 'marmalade' }, never())).length, 2);
    assert.deepEqual(await provider.search({ text: 'quincunx' }, never()), []);
  });
}
