import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testFolder } from '../../test-folder.ts';
import type { Found, Position } from './found.ts';
import { mostBytes } from './item.ts';
import { loadItem } from './load.ts';
import { importableSource } from './source.ts';
import { unpackMailbox } from './unpack.ts';
import { survey, walk } from './walk.ts';

const letter = (text: string, field = 'To: bob@example.test') =>
  `From: ada@example.test\n${field}\nSubject: x\n\n${text}\n`;
const inMbox = (...letters: string[]) => letters.map((text) => `From ada Tue Mar 10 08:00:00 2026\n${text}\n`).join('');

/** A folder with these files in it. */
function tree(files: Record<string, string | Buffer>): string {
  const root = join(testFolder(), 'mail');
  mkdirSync(root);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

async function found(path: string, { folder = null, from }: { folder?: string | null; from?: Position } = {}) {
  const unpackDir = join(testFolder(), 'unpacked');
  const unpack = (file: string) => unpackMailbox(file, unpackDir, new AbortController().signal);
  const all: Found[] = [];
  for await (const each of walk({ source: { path, folder }, from, unpack })) all.push(each);
  return all;
}

/** Each message as folder, text and flags; each trouble as the file and why. */
async function told(path: string, options: { folder?: string; from?: Position } = {}): Promise<string[]> {
  return (await found(path, options)).flatMap((each) => {
    if (each.kind === 'trouble') return [`! ${each.file.slice(dirname(path).length + 1)} ${each.reason}`];
    if (each.kind !== 'message') return [];
    const text = loadItem(each.item).toString().split('\n\n')[1]?.split('\n')[0];
    return [`${each.folder}: ${text} ${each.item.flags.join(' ')}`.trim()];
  });
}

test('a Maildir: subfolders of both kinds, flags in any spelling, new mail unread', async () => {
  const root = tree({
    'cur/1:2,FS': letter('one'),
    'cur/2_2,RS': letter('two'),
    'cur/3;2,': letter('three'),
    'cur/4!2,TDP': letter('four'),
    'new/5': letter('five'),
    'tmp/6': letter('unfinished'),
    'cur/.hidden': letter('hidden'),
    'dovecot-uidlist': '3 V1 N4\n',
    '.Sent/cur/1:2,S': letter('sent'),
    '.Work.&AOk-t&AOk-/new/1': letter('work'),
    '.Work.&AOk-t&AOk-/cur/.keep': '',
    'Lists/btrfs/cur/1:2,S': letter('list'),
    '.notmuch/xapian/record': letter('no mail'),
  });
  assert.deepEqual(await told(root), [
    'Inbox: one \\Flagged \\Seen',
    'Inbox: two \\Answered \\Seen',
    'Inbox: three',
    'Inbox: four \\Deleted \\Draft $Forwarded',
    'Inbox: five',
    'Sent: sent \\Seen',
    'Work/été: work',
    'Lists/btrfs: list \\Seen',
  ]);
  assert.equal((await told(root, { folder: 'Old' }))[5], 'Old/Sent: sent \\Seen');
  assert.equal(await survey({ path: root, folder: null }), 9);
});

test('a folder of message files, packed or not: subfolders are folders, other files are passed over', async () => {
  const root = tree({
    'a.eml': letter('one'),
    'b.eml.gz': gzipSync(letter('two', 'X-Mozilla-Status: 0000')),
    c: letter('three'),
    'card.vcf': 'BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nEND:VCARD\n',
    'notes.txt': 'Dear diary,\nFrom: here on.\n',
    'settings.yaml': 'subject: x\nname: y\n',
    'old/2019/d.eml': letter('four'),
    'old/empty.eml': '',
    'old/e.eml': 'Nothing of mail in here.',
  });
  assert.deepEqual(await told(root), [
    'mail: one \\Seen',
    'mail: two',
    'mail: three \\Seen',
    '! mail/old/e.eml It does not look like a message.',
    '! mail/old/empty.eml It is empty.',
    'old/2019: four \\Seen',
  ]);
  assert.equal((await found(root)).filter(({ kind }) => kind === 'other').length, 3);
});

test('mailbox files as Thunderbird and Apple Mail keep them', async () => {
  const root = tree({
    Inbox: inMbox(letter('one', 'X-Mozilla-Status: 0001'), letter('gone', 'X-Mozilla-Status: 0009')),
    'Inbox.msf': '// <!-- <mdb:mork:z v="1.4"/> -->\n',
    'Inbox.sbd/Work': inMbox(letter('two', 'X-Mozilla-Status: 0000')),
    'Archive.mbox/mbox': inMbox(letter('three')),
    'takeout.mbox.gz': gzipSync(inMbox(letter('four', 'X-Gmail-Labels: Unread'), letter('>From five'))),
  });
  assert.deepEqual(await told(root), [
    'Inbox: one \\Seen',
    'takeout: four',
    'takeout: From five \\Seen',
    'Archive: three \\Seen',
    'Inbox/Work: two',
  ]);
});

test('a single file is a mailbox or a message', async () => {
  const root = tree({ 'Family.mbox': inMbox(letter('one')), 'x.eml': letter('two') });
  assert.deepEqual(await told(join(root, 'Family.mbox')), ['Family: one \\Seen']);
  assert.deepEqual(await told(join(root, 'Family.mbox'), { folder: 'A/B' }), ['A/B: one \\Seen']);
  assert.deepEqual(await told(join(root, 'x.eml')), ['Imported: two \\Seen']);
  assert.deepEqual(await told(join(root, 'x.eml'), { folder: 'A' }), ['A: two \\Seen']);
});

test('links are not followed, neither to files nor to folders', async () => {
  const outside = tree({ 'secret.eml': letter('secret') });
  const root = tree({ 'a.eml': letter('one'), 'cur/1': letter('two') });
  symlinkSync(join(outside, 'secret.eml'), join(root, 'b.eml'));
  symlinkSync(join(outside, 'secret.eml'), join(root, 'cur', '2'));
  symlinkSync(outside, join(root, 'folder'));
  symlinkSync(root, join(root, 'again'));
  assert.deepEqual(await told(root), ['Inbox: two', 'Inbox: one \\Seen']);
  assert.throws(() => loadItem({ ...plain, file: join(root, 'b.eml') }), {
    code: 'unreadable',
    message: 'It is a link.',
  });
});

const plain = { start: 0, end: null, stamp: null, unquote: null, flags: [], received: null };

test('what is too large or packed to burst is left out with a reason, and nothing grows past the limit', () => {
  const root = tree({
    'bomb.eml.gz': gzipSync(Buffer.alloc(mostBytes + 1)),
    'broken.eml.gz': gzipSync('x').subarray(0, 12),
  });
  assert.throws(() => loadItem({ ...plain, file: join(root, 'bomb.eml.gz') }), {
    code: 'too_large',
    message: /150 MB/,
  });
  assert.throws(() => loadItem({ ...plain, file: join(root, 'broken.eml.gz') }), { code: 'bad_gzip' });
});

test('a packed mailbox that is no mailbox leaves nothing behind and is said', async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from(inMbox(letter('one'))), Buffer.alloc(300_000_000)]), { level: 1 });
  const root = tree({ 'a.gz': bomb, 'b.eml': letter('two') });
  const [trouble, ...rest] = await told(root);
  assert.match(trouble ?? '', /a\.gz It cannot be unpacked/);
  assert.deepEqual(rest, ['mail: two \\Seen']);
});

test('a walk goes on from anywhere, and finds the rest and nothing else', async () => {
  const root = tree({
    'cur/1': letter('one'),
    'new/2': letter('two'),
    'a.eml': letter('three'),
    box: inMbox(letter('four'), letter('five'), letter('six')),
    '.Sub/cur/1': letter('seven'),
    'deep/x/1.eml': letter('eight'),
    'deep/1.eml': letter('nine'),
    'deep-er/1.eml': letter('ten'),
  });
  const source = { path: root, folder: null };
  const all = await found(root);
  const texts = await told(root);
  assert.equal(texts.length, 10);
  let met = 0;
  for (const each of all) {
    if (each.kind === 'message') met++;
    assert.deepEqual(await told(root, { from: each.at }), texts.slice(met), JSON.stringify(each.at));
    if (!each.at.rest) assert.equal(await survey(source, each.at), texts.length - met - (met < 4 ? 2 : 0));
  }
});

test('a mailbox that has changed since is read from its beginning again, and one that changes meanwhile too', async () => {
  const root = tree({ box: inMbox(letter('one'), letter('two')) });
  const [, first] = await found(root);
  assert.ok(first);
  writeFileSync(join(root, 'box'), inMbox(letter('zero'), letter('one'), letter('two')));
  const again = await found(root, { from: first.at });
  assert.deepEqual(again[0] && again[0].kind === 'mailbox' && again[0].isAgain, true);
  assert.equal(again.length, 4);

  const kinds: string[] = [];
  for await (const each of walk({ source: { path: root, folder: null }, unpack: async (file) => file })) {
    kinds.push(each.kind === 'mailbox' && each.isAgain ? 'again' : each.kind);
    if (kinds.length !== 2) continue;
    writeFileSync(join(root, 'box'), inMbox(letter('three')));
    assert.ok(each.kind === 'message');
    assert.throws(() => loadItem(each.item), { code: 'file_changed' });
  }
  assert.equal(kinds.filter((kind) => kind === 'again').length, 1);
  assert.deepEqual(kinds.slice(-2), ['again', 'message']);
});

test(
  'what may not be read is said, folder and file, and the rest is found',
  { skip: process.getuid?.() === 0 && 'root may read everything' },
  async () => {
    const root = tree({ 'a.eml': letter('one'), 'b.eml': letter('two'), 'c/d.eml': letter('three') });
    chmodSync(join(root, 'a.eml'), 0);
    chmodSync(join(root, 'c'), 0);
    const all = await told(root);
    chmodSync(join(root, 'c'), 0o700);
    const reason = 'It may not be read by this user.';
    assert.deepEqual(all, [`! mail/a.eml ${reason}`, 'mail: two \\Seen', `! mail/c ${reason}`]);
  },
);

test('a path is checked before anything is begun', async () => {
  const root = tree({ 'notes.txt': 'nothing', 'x.eml': letter('one') });
  const empty = tree({ 'cur/.keep': '', 'new/.keep': '' });
  for (const [path, code] of [
    ['mail', 'bad_path'],
    [`${root}\0`, 'bad_path'],
    [join(root, 'nowhere'), 'path_missing'],
    [join(root, 'x.eml', 'y'), 'path_missing'],
    [join(root, 'notes.txt'), 'nothing_to_import'],
    [empty, 'nothing_to_import'],
    ['/dev/null', 'path_unreadable'],
  ] as const) {
    await assert.rejects(importableSource(path), { code }, path);
  }
  const link = join(testFolder(), 'link');
  symlinkSync(root, link);
  assert.equal(await importableSource(link), root);
});

test('the name decides what contents leave open: one field is enough for a message, and it is one message', async () => {
  const saved = inMbox(letter('two'), letter('quoted whole'));
  const root = tree({ 'a.eml': 'Subject: x\n\none\n', 'b.eml': saved, 'note.txt': 'Subject: x\n\ntwo\n' });
  assert.deepEqual(await told(root), ['mail: one \\Seen', 'mail: two \\Seen']);
});
