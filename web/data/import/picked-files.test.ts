import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Picked, skipReason, withPicked } from './picked-files.ts';

const picked = (path: string, text: string): Picked => ({
  path,
  file: new File([text], path.split('/').at(-1) ?? path, { lastModified: 1 }),
});

test('a file that is picked twice counts once, and another file with its name is added', () => {
  const first = withPicked([], [picked('Inbox.mbox', 'a'), picked('Mail/Inbox.mbox', 'b')]);
  const then = withPicked(first, [picked('Inbox.mbox', 'a'), picked('Inbox.mbox', 'other'), picked('a.eml.gz', 'x')]);
  const last = withPicked(then, [picked('Inbox.mbox', 'another'), picked('a.eml.gz', 'yy'), picked('.hidden', 'z')]);
  assert.deepEqual(
    last.map(({ path }) => path),
    ['Inbox.mbox', 'Mail/Inbox.mbox', 'Inbox (2).mbox', 'a.eml.gz', 'Inbox (3).mbox', 'a (2).eml.gz', '.hidden'],
  );
});

test('an unreadable format is reported by its name, with advice', () => {
  for (const name of ['Mail/archive.PST', 'old.olm', 'Inbox.dbx', 'takeout.zip', 'takeout.tgz', '12.emlx'])
    assert.match(skipReason(name) ?? '', /\.$/, name);
  for (const name of ['Inbox', 'a.eml', 'a.eml.gz', 'All mail.mbox', 'cur/1:2,S'])
    assert.equal(skipReason(name), undefined);
});
