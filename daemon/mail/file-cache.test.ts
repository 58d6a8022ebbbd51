import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Failure } from '../base/failure.ts';
import { openMail } from '../store/open.ts';
import { testFolder } from '../test-folder.ts';
import { openFileCache, type ContentFrom, type FileCacheParts } from './file-cache.ts';

const text = { mime_type: 'text/plain', most: 1_000 };

async function cacheIn(context: TestContext, limit = 1_000) {
  const folder = testFolder();
  const db = await openMail(join(folder, 'mail.db'));
  context.after(() => db.close());
  let time = 0;
  const clock: FileCacheParts['clock'] = { now: () => new Date(++time), wait: () => Promise.resolve() };
  const dir = join(folder, 'cache');
  return { cache: openFileCache({ db, clock, dir: () => dir, limit }), dir };
}

const of = (...pieces: string[]): ContentFrom =>
  async function* (start) {
    yield Buffer.from(pieces.join('')).subarray(start);
  };

test('a file is fetched once, kept for its owner alone, and found again until the folder is emptied', async (context) => {
  const { cache, dir } = await cacheIn(context);
  let fetched = 0;
  const content: ContentFrom = (...asked) => {
    fetched++;
    return of('plain')(...asked);
  };
  const both = await Promise.all([cache.keep('a', text, content), cache.keep('a', text, content)]);
  assert.deepEqual(both[0], both[1]);
  assert.equal(fetched, 1);
  assert.equal(readFileSync(both[0].path, 'utf8'), 'plain');
  assert.equal(statSync(both[0].path).mode & 0o777, 0o600);
  assert.deepEqual(cache.find('a'), both[0]);
  rmSync(dir, { recursive: true });
  assert.equal(cache.find('a'), undefined);
  await cache.keep('a', text, content);
  assert.equal(fetched, 2);
});

test('what broke off is gone on with where it stopped', async (context) => {
  const { cache } = await cacheIn(context);
  const starts: number[] = [];
  const broken: ContentFrom = async function* (start) {
    starts.push(start);
    yield Buffer.from('one ');
    throw new Error('the line was lost');
  };
  await assert.rejects(cache.keep('a', { ...text, canResume: true }, broken), /the line was lost/);
  assert.equal(cache.find('a'), undefined);
  const rest: ContentFrom = (start, signal) => {
    starts.push(start);
    return of('one two')(start, signal);
  };
  const { path } = await cache.keep('a', { ...text, canResume: true }, rest);
  assert.equal(readFileSync(path, 'utf8'), 'one two');
  assert.deepEqual(starts, [0, 4]);
});

test('what is too large, or not what was announced, is refused and nothing of it stays', async (context) => {
  const { cache } = await cacheIn(context);
  const large = () => cache.keep('a', { ...text, most: 3, canResume: true }, of('four'));
  await assert.rejects(large, (error) => error instanceof Failure && error.code === 'too_large');
  const other = () => cache.keep('a', { ...text, expected: { size: 5 }, canResume: true }, of('four'));
  await assert.rejects(other, (error) => error instanceof Failure && error.code === 'wrong_content');
  const { size } = await cache.keep('a', { ...text, canResume: true }, of('four'));
  assert.equal(size, 4);
});

test('what was used longest ago makes room', async (context) => {
  const { cache } = await cacheIn(context, 8);
  await cache.keep('a', text, of('aaaa'));
  await cache.keep('b', text, of('bbbb'));
  assert.ok(cache.find('a'));
  await cache.keep('c', text, of('cccc'));
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.find(key) !== undefined),
    [true, false, true],
  );
  await cache.keep('d', text, of('larger than all the room'));
  assert.ok(cache.find('d'));
});
