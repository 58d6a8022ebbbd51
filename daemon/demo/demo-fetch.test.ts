import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDemoFetch } from './demo-fetch.ts';
import { detectImageType } from '../mail/mime/content/image-type.ts';

test('the invented hosts of a demo have pictures, and no other host is contacted', async () => {
  const web = createDemoFetch();
  const options = { maxBytes: 1_000_000, timeoutMs: 1_000 };
  const { status, content } = await web('https://images.postalmuseum.example/horn-room.jpg', options);
  for await (const piece of content) assert.equal(detectImageType(piece), 'image/png');
  assert.equal(status, 200);
  for (const elsewhere of ['https://example.org/a.png', 'http://127.0.0.1/', 'https://example/'])
    await assert.rejects(web(elsewhere, options), { code: 'blocked_address' }, elsewhere);
});
