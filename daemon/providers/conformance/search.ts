import assert from 'node:assert/strict';
import type { ServerQuery } from '../provider.ts';
import type { Check } from './harness.ts';
import { sampleMessage } from './sample-messages.ts';
import { syncedMirror } from './mirror.ts';
import { keyOf, neverAbortedSignal } from './helpers.ts';

export function searchClaims(check: Check): void {
  check('search finds by words, fields and dates, and hits are described', async ({ provider, deliver }, context) => {
    if (!provider.capabilities.server_search) return context.skip('this provider has no server search');
    const text = (word: string) => ({ field: 'text' as const, text: word });
    await deliver('INBOX', sampleMessage('the marmalade recipe'));
    await deliver('INBOX', sampleMessage('the boiler inspection'));
    await deliver('Archive', sampleMessage('marmalade again'));
    const mirror = await syncedMirror(provider);
    const search = (query: ServerQuery) => provider.search(query, neverAbortedSignal());
    const inInbox = await search({ terms: [text('marmalade')], folder: 'INBOX' });
    assert.deepEqual(inInbox.map(keyOf), mirror.inFolder('INBOX').slice(1).map(keyOf));
    assert.equal((await search({ terms: [text('marmalade')] })).length, 2);
    assert.deepEqual(await search({ terms: [text('quincunx')] }), []);
    assert.equal((await search({ terms: [text('marmalade'), text('recipe')] })).length, 1);
    const terms = [{ field: 'subject' as const, text: 'marmalade' }, text('the'), text('recipe')];
    assert.equal((await search({ terms })).length, 1);
    const day = 24 * 60 * 60_000;
    const [newest] = mirror.inFolder('INBOX');
    const received = newest!.received.getTime();
    const before = { terms: [text('marmalade')], before: new Date(received - 400 * day) };
    assert.deepEqual(await search(before), []);
    const since = {
      terms: [text('marmalade')],
      since: new Date(received - 3 * day),
      before: new Date(received + 3 * day),
    };
    assert.equal((await search(since)).length, 2);
    const described = await provider.describe(inInbox, neverAbortedSignal());
    const known = mirror.inFolder('INBOX').slice(1);
    assert.deepEqual(
      described.filter(({ folder }) => folder === 'INBOX').map(({ uid, size }) => ({ uid, size })),
      known.map(({ uid, size }) => ({ uid, size })),
    );
  });
  check('messages are found by their Message-ID, and no others', async ({ provider, deliver }) => {
    const marked = (id: string) =>
      Buffer.from(`Message-ID: <${id}>\r\nSubject: A plan\r\n\r\nSee <plan-1@example.org>.\r\n`);
    await deliver('INBOX', marked('plan-1@example.org'));
    await deliver('INBOX', marked('a-plan-1@example.org'));
    await deliver('INBOX', marked('plan-1@example.org'));
    await deliver('Archive', marked('plan-1@example.org'));
    const mirror = await syncedMirror(provider);
    const found = await provider.findById('INBOX', 'plan-1@example.org', neverAbortedSignal());
    const [first, , third] = mirror
      .inFolder('INBOX')
      .toReversed()
      .slice(-3)
      .toSorted((a, b) => a.uid - b.uid);
    assert.deepEqual(found.map(keyOf).toSorted(), [first, third].map((ref) => keyOf(ref!)).toSorted());
    assert.deepEqual(await provider.findById('INBOX', 'plan-2@example.org', neverAbortedSignal()), []);
  });
  check(
    'messages that came to a folder after another one are described',
    async ({ provider, deliver, resetFolder }) => {
      await deliver('Archive', sampleMessage('known'));
      const [known] = (await syncedMirror(provider)).inFolder('Archive');
      assert.deepEqual(await provider.newArrivals('Archive', known!, neverAbortedSignal()), []);
      await deliver('Archive', sampleMessage('first'));
      await deliver('Archive', sampleMessage('second'), ['\\Seen']);
      const arrivals = await provider.newArrivals('Archive', known!, neverAbortedSignal());
      const mirror = (await syncedMirror(provider)).inFolder('Archive');
      assert.deepEqual(arrivals.map(keyOf).toSorted(), mirror.slice(0, 2).map(keyOf).toSorted());
      assert.deepEqual(arrivals.map(({ flags }) => flags.join()).toSorted(), ['', '\\Seen']);
      assert.equal((await provider.newArrivals('Archive', { uid: 0 }, neverAbortedSignal())).length, mirror.length);
      if (!resetFolder) return;
      await resetFolder('Archive');
      assert.deepEqual(await provider.newArrivals('Archive', known!, neverAbortedSignal()), []);
    },
  );
}
