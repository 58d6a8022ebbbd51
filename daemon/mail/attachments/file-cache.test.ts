import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { openMail } from '../../store/open.ts';
import { testFolder } from '../../test-folder.ts';
import { openFileCache, type ContentReader, type FileCacheDeps } from './file-cache.ts';

const text = { mime_type: 'text/plain', maxBytes: 1_000 };

async function openTestCache(context: TestContext, maxBytes = 1_000) {
  const folder = testFolder();
  const db = await openMail(join(folder, 'mail.db'));
  context.after(() => db.close());
  let time = 0;
  const clock: FileCacheDeps['clock'] = { now: () => new Date(++time), wait: () => Promise.resolve() };
  const dir = join(folder, 'cache');
  return { cache: openFileCache({ db, clock, dir: () => dir, maxBytes }), dir };
}

const contentOf = (...pieces: string[]): ContentReader =>
  async function* (start) {
    yield Buffer.from(pieces.join('')).subarray(start);
  };

test('a file is fetched once, is readable by the user only, and stays cached until the folder is emptied', async (context) => {
  const { cache, dir } = await openTestCache(context);
  let fetched = 0;
  const content: ContentReader = (...range) => {
    fetched++;
    return contentOf('plain')(...range);
  };
  const both = await Promise.all([cache.getOrFetch('a', text, content), cache.getOrFetch('a', text, content)]);
  assert.deepEqual(both[0], both[1]);
  assert.equal(fetched, 1);
  assert.equal(readFileSync(both[0].path, 'utf8'), 'plain');
  assert.equal(statSync(both[0].path).mode & 0o777, 0o600);
  assert.deepEqual(cache.find('a'), both[0]);
  rmSync(dir, { recursive: true });
  assert.equal(cache.find('a'), undefined);
  await cache.getOrFetch('a', text, content);
  assert.equal(fetched, 2);
});

test('an interrupted fetch resumes where it stopped', async (context) => {
  const { cache } = await openTestCache(context);
  const starts: number[] = [];
  const broken: ContentReader = async function* (start) {
    starts.push(start);
    yield Buffer.from('one ');
    throw new Error('the connection was lost');
  };
  await assert.rejects(cache.getOrFetch('a', { ...text, canResume: true }, broken), /the connection was lost/);
  assert.equal(cache.find('a'), undefined);
  const rest: ContentReader = (start, signal) => {
    starts.push(start);
    return contentOf('one two')(start, signal);
  };
  const { path } = await cache.getOrFetch('a', { ...text, canResume: true }, rest);
  assert.equal(readFileSync(path, 'utf8'), 'one two');
  assert.deepEqual(starts, [0, 4]);
});

test('content that is too large or differs from the expected content is refused and leaves no file', async (context) => {
  const { cache } = await openTestCache(context);
  const large = () => cache.getOrFetch('a', { ...text, maxBytes: 3, canResume: true }, contentOf('four'));
  await assert.rejects(large, (error) => error instanceof Failure && error.code === 'too_large');
  const other = () => cache.getOrFetch('a', { ...text, expected: { size: 5 }, canResume: true }, contentOf('four'));
  await assert.rejects(other, (error) => error instanceof Failure && error.code === 'wrong_content');
  const { size } = await cache.getOrFetch('a', { ...text, canResume: true }, contentOf('four'));
  assert.equal(size, 4);
});

test('the least recently used file is evicted first', async (context) => {
  const { cache } = await openTestCache(context, 8);
  await cache.getOrFetch('a', text, contentOf('aaaa'));
  await cache.getOrFetch('b', text, contentOf('bbbb'));
  assert.ok(cache.find('a'));
  await cache.getOrFetch('c', text, contentOf('cccc'));
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.find(key) !== undefined),
    [true, false, true],
  );
  await cache.getOrFetch('d', text, contentOf('larger than the cache'));
  assert.ok(cache.find('d'));
});
