import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutTracking } from './tracking-parameters.ts';

const cleaned = (address: string) => withoutTracking(address).address;

test('parameters that only track are removed and named, and all else stays as it was written', () => {
  assert.deepEqual(withoutTracking('https://shop.example/a?id=7&utm_source=x&UTM_Medium=mail&b=%C3%A4+c#top'), {
    address: 'https://shop.example/a?id=7&b=%C3%A4+c#top',
    removed: ['utm_source', 'utm_medium'],
  });
  assert.equal(cleaned('https://shop.example/?fbclid=1'), 'https://shop.example/');
  assert.equal(cleaned('https://shop.example?gclid=1&mc_eid=2#a?utm_source=b'), 'https://shop.example#a?utm_source=b');
  assert.equal(cleaned('https://shop.example/a?_hsenc=1&x&mkt_tok=2&=&vero_id=3'), 'https://shop.example/a?x&=');
  assert.equal(cleaned('https://shop.example/a?utm%5Fsource=1&%zz=2'), 'https://shop.example/a?%zz=2');
});

test('a parameter that tracks on one site stays on others', () => {
  const examples = [
    ['https://www.amazon.co.uk/dp/B01?ref_=a&pd_rd_w=b&th=1', 'https://www.amazon.co.uk/dp/B01?th=1'],
    ['https://youtu.be/abc?si=d&t=42', 'https://youtu.be/abc?t=42'],
    ['https://www.youtube.com/watch?v=a&feature=share', 'https://www.youtube.com/watch?v=a'],
    ['https://x.com/ada/status/1?s=20&t=a', 'https://x.com/ada/status/1'],
    ['https://www.linkedin.com/in/ada?trk=eml&midToken=a&locale=de', 'https://www.linkedin.com/in/ada?locale=de'],
    ['https://open.spotify.com/track/1?si=a', 'https://open.spotify.com/track/1'],
    ['https://notx.com/?s=cats&t=1', 'https://notx.com/?s=cats&t=1'],
    ['https://shop.example/?si=1&ref_=2&feature=3', 'https://shop.example/?si=1&ref_=2&feature=3'],
    ['https://amazon.evil.example/?ref_=2', 'https://amazon.evil.example/?ref_=2'],
  ] as const;
  for (const [sent, kept] of examples) assert.equal(cleaned(sent), kept);
});

test('addresses that are signed or carry a token, and redirections, are not changed', () => {
  const addresses = [
    'https://files.example/a.pdf?X-Amz-Signature=1&utm_source=x',
    'https://files.example/a.pdf?expires=9&sig=1&utm_source=x',
    'https://list.example/unsubscribe?u=1&mc_eid=2',
    'https://list.example/email/opt-out?mc_eid=2',
    'https://list.example/profile/preferences?mc_eid=2',
    'https://shop.example/verify-email?code=1&utm_source=x',
    'https://shop.example/sign-in?utm_source=x',
    'https://shop.example/a?reset_token=1&utm_source=x',
    'https://click.example/go?url=https%3A%2F%2Fshop.example%2F%3Futm_source%3Dx',
    'https://click.example/go/https://shop.example/',
    'https://www.amazon.com/gp/r.html?U=https%3A%2F%2Fshop.example&H=a&ref_=b',
    'mailto:ada@example.com?subject=utm_source=x',
    'tel:+4930?utm_source=1',
    'no address?utm_source=1',
    'https://shop.example/#utm_source=x',
  ];
  for (const address of addresses) assert.deepEqual(withoutTracking(address), { address, removed: [] });
});

test('a name that only resembles one of a page with tokens is no such page', () => {
  for (const path of ['blog/author-ada', 'designs', 'passwords'])
    assert.equal(cleaned(`https://shop.example/${path}?utm_source=x`), `https://shop.example/${path}`);
});
