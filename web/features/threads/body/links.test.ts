import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkRuns } from './links.ts';

const targets = (text: string) => linkRuns(text).flatMap(({ target }) => target ?? []);

test('an address in a sentence becomes a link without the full stop', () => {
  assert.deepEqual(linkRuns('See https://mill.example/a?b=c. Soon.'), [
    { text: 'See ' },
    { text: 'https://mill.example/a?b=c', target: 'https://mill.example/a?b=c' },
    { text: '. Soon.' },
  ]);
});

test('a bracket around an address is not part of the link, a bracket inside it is', () => {
  assert.deepEqual(targets('(https://mill.example/x) https://mill.example/a_(b)'), [
    'https://mill.example/x',
    'https://mill.example/a_(b)',
  ]);
});

test('mail addresses and bare www addresses become links', () => {
  assert.deepEqual(targets('ada@mill.example or www.mill.example/now'), [
    'mailto:ada@mill.example',
    'https://www.mill.example/now',
  ]);
});

test('no other scheme becomes a link', () => {
  assert.deepEqual(targets('javascript:alert(1) data:text/html,x file:///etc vbscript:x'), []);
});

test('the joined runs equal the text', () => {
  const text = 'a https://x.example/, b@c.example; www.d.example!';
  assert.equal(
    linkRuns(text)
      .map((run) => run.text)
      .join(''),
    text,
  );
});

test('no link leads to this computer, and the order of the letters of a link cannot be turned', () => {
  assert.deepEqual(targets('http://localhost:42829/a http://127.1/ www.localhost.localhost'), []);
  assert.deepEqual(linkRuns('https://evil.example/\u202emoc.knab'), [
    { text: 'https://evil.example/moc.knab', target: 'https://evil.example/moc.knab' },
  ]);
});
