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
  check('messages are found by their Message-ID, and no others', async ({ provider, deliver }) => {
    const marked = (id: string) =>
      Buffer.from(`Message-ID: <${id}>\r\nSubject: A plan\r\n\r\nSee <plan-1@example.org>.\r\n`);
    await deliver('INBOX', marked('plan-1@example.org'));
    await deliver('INBOX', marked('a-plan-1@example.org'));
    await deliver('INBOX', marked('plan-1@example.org'));
    await deliver('Archive', marked('plan-1@example.org'));
    const found = await provider.findById('INBOX', 'plan-1@example.org', never());
    const mirror = await synced(provider);
    const [first, , third] = mirror
      .in('INBOX')
      .toReversed()
      .slice(-3)
      .toSorted((a, b) => a.uid - b.uid);
    assert.deepEqual(found.map(keyOf).toSorted(), [first, third].map((ref) => keyOf(ref!)).toSorted());
    assert.deepEqual(await provider.findById('INBOX', 'plan-2@example.org', never()), []);
  });
}
