import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testFolder } from '../../test-folder.ts';
import type { WalkEntry, ImportPosition } from './walk-entry.ts';
import { maxMessageBytes } from './import-item.ts';
import { loadItem } from './load-item.ts';
import { importableSource } from './importable-source.ts';
import { unpackMailbox } from './unpack.ts';
import { countUnits, walkSource } from './walk.ts';

const messageText = (text: string, field = 'To: bob@example.test') =>
  `From: ada@example.test\n${field}\nSubject: x\n\n${text}\n`;
const mboxOf = (...messages: string[]) =>
  messages.map((text) => `From ada Tue Mar 10 08:00:00 2026\n${text}\n`).join('');

/** A folder with these files. */
function createTree(files: Record<string, string | Buffer>): string {
  const root = join(testFolder(), 'mail');
  mkdirSync(root);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

async function walkAll(path: string, { folder = null, from }: { folder?: string | null; from?: ImportPosition } = {}) {
  const unpackDir = join(testFolder(), 'unpacked');
  const unpack = (file: string) => unpackMailbox(file, unpackDir, new AbortController().signal);
  const entries: WalkEntry[] = [];
  for await (const each of walkSource({ source: { path, folder }, from, unpack })) entries.push(each);
  return entries;
}

/** Each message as folder, text and flags; each problem as file and reason. */
async function describeEntries(
  path: string,
  options: { folder?: string; from?: ImportPosition } = {},
): Promise<string[]> {
  return (await walkAll(path, options)).flatMap((each) => {
    if (each.kind === 'trouble') return [`! ${each.file.slice(dirname(path).length + 1)} ${each.reason}`];
    if (each.kind !== 'message') return [];
    const text = loadItem(each.item).toString().split('\n\n')[1]?.split('\n')[0];
    return [`${each.folder}: ${text} ${each.item.flags.join(' ')}`.trim()];
  });
}

test('a message file is mail if it begins with a header, however unusual and long; other content under that name is not', async () => {
  const fields = Array.from({ length: 400 }, (_, index) => `X-Filter-${index}: ${'x'.repeat(60)}\n more\n`);
  const long = `${fields.join('')}From: ada@example.test\n\nlong\n`;
  const root = createTree({
    'unusual.eml': 'X-Note: kept\n\nunusual\n',
    'long.eml': long,
    'without-body.eml': 'X-Note: kept\n',
    'page.eml': '<html>\n<p>no: mail</p>\n',
    'data.eml': '{"a": 1}\n',
    'prose.eml': 'Note: this begins like a field\nand goes on as prose\n',
    'empty.eml': '',
    'unusual.txt': 'X-Note: kept\n\nunusual\n',
  });
  const found = await walkAll(root);
  const texts = found.flatMap((each) => (each.kind === 'message' ? [loadItem(each.item).toString()] : []));
  assert.deepEqual(texts.toSorted(), ['X-Note: kept\n\nunusual\n', 'X-Note: kept\n', long].toSorted());
});

test('a Maildir: subfolders of both kinds, flags in any spelling, new mail unread', async () => {
  const root = createTree({
    'cur/1:2,FS': messageText('one'),
    'cur/2_2,RS': messageText('two'),
    'cur/3;2,': messageText('three'),
    'cur/4!2,TDP': messageText('four'),
    'new/5': messageText('five'),
    'tmp/6': messageText('unfinished'),
    'cur/.hidden': messageText('hidden'),
    'dovecot-uidlist': '3 V1 N4\n',
    '.Sent/cur/1:2,S': messageText('sent'),
    '.Work.&AOk-t&AOk-/new/1': messageText('work'),
    '.Work.&AOk-t&AOk-/cur/.keep': '',
    'Lists/btrfs/cur/1:2,S': messageText('list'),
    '.notmuch/xapian/record': messageText('no mail'),
  });
  assert.deepEqual(await describeEntries(root), [
    'Inbox: one \\Flagged \\Seen',
    'Inbox: two \\Answered \\Seen',
    'Inbox: three',
    'Inbox: four \\Deleted \\Draft $Forwarded',
    'Inbox: five',
    'Sent: sent \\Seen',
    'Work/été: work',
    'Lists/btrfs: list \\Seen',
  ]);
  assert.equal((await describeEntries(root, { folder: 'Old' }))[5], 'Old/Sent: sent \\Seen');
  assert.equal(await countUnits({ path: root, folder: null }), 9);
});

test('a folder of message files, packed or not: subfolders are folders, other files are skipped', async () => {
  const root = createTree({
    'a.eml': messageText('one'),
    'b.eml.gz': gzipSync(messageText('two', 'X-Mozilla-Status: 0000')),
    c: messageText('three'),
    'card.vcf': 'BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nEND:VCARD\n',
    'notes.txt': 'Dear diary,\nFrom: here on.\n',
    'settings.yaml': 'subject: x\nname: y\n',
    'old/2019/d.eml': messageText('four'),
    'old/empty.eml': '',
    'old/e.eml': 'Nothing of mail in here.',
  });
  assert.deepEqual(await describeEntries(root), [
    'mail: one \\Seen',
    'mail: two',
    'mail: three \\Seen',
    '! mail/old/e.eml It doesn’t look like a message.',
    '! mail/old/empty.eml It is empty.',
    'old/2019: four \\Seen',
  ]);
  assert.equal((await walkAll(root)).filter(({ kind }) => kind === 'other').length, 3);
});

test('mailbox files of Thunderbird and Apple Mail', async () => {
  const root = createTree({
    Inbox: mboxOf(messageText('one', 'X-Mozilla-Status: 0001'), messageText('gone', 'X-Mozilla-Status: 0009')),
    'Inbox.msf': '// <!-- <mdb:mork:z v="1.4"/> -->\n',
    'Inbox.sbd/Work': mboxOf(messageText('two', 'X-Mozilla-Status: 0000')),
    'Archive.mbox/mbox': mboxOf(messageText('three')),
    'takeout.mbox.gz': gzipSync(mboxOf(messageText('four', 'X-Gmail-Labels: Unread'), messageText('>From five'))),
  });
  assert.deepEqual(await describeEntries(root), [
    'Inbox: one \\Seen',
    'takeout: four',
    'takeout: From five \\Seen',
    'Archive: three \\Seen',
    'Inbox/Work: two',
  ]);
});

test('a single file is a mailbox or a message', async () => {
  const root = createTree({ 'Family.mbox': mboxOf(messageText('one')), 'x.eml': messageText('two') });
  assert.deepEqual(await describeEntries(join(root, 'Family.mbox')), ['Family: one \\Seen']);
  assert.deepEqual(await describeEntries(join(root, 'Family.mbox'), { folder: 'A/B' }), ['A/B: one \\Seen']);
  assert.deepEqual(await describeEntries(join(root, 'x.eml')), ['Imported: two \\Seen']);
  assert.deepEqual(await describeEntries(join(root, 'x.eml'), { folder: 'A' }), ['A: two \\Seen']);
});

test('links to files and folders are not followed', async () => {
  const outside = createTree({ 'secret.eml': messageText('secret') });
  const root = createTree({ 'a.eml': messageText('one'), 'cur/1': messageText('two') });
  symlinkSync(join(outside, 'secret.eml'), join(root, 'b.eml'));
  symlinkSync(join(outside, 'secret.eml'), join(root, 'cur', '2'));
  symlinkSync(outside, join(root, 'folder'));
  symlinkSync(root, join(root, 'again'));
  assert.deepEqual(await describeEntries(root), ['Inbox: two', 'Inbox: one \\Seen']);
  assert.throws(() => loadItem({ ...wholeFile, file: join(root, 'b.eml') }), {
    code: 'unreadable',
    message: 'It is a link.',
  });
});

const wholeFile = { start: 0, end: null, fingerprint: null, unquote: null, flags: [], received: null };

test('files that are too large or decompression bombs are skipped with a reason, and no output exceeds the limit', () => {
  const root = createTree({
    'bomb.eml.gz': gzipSync(Buffer.alloc(maxMessageBytes + 1)),
    'broken.eml.gz': gzipSync('x').subarray(0, 12),
  });
  assert.throws(() => loadItem({ ...wholeFile, file: join(root, 'bomb.eml.gz') }), {
    code: 'too_large',
    message: /150 MB/,
  });
  assert.throws(() => loadItem({ ...wholeFile, file: join(root, 'broken.eml.gz') }), { code: 'bad_gzip' });
});

test('a packed file that is not a mailbox is reported and leaves no files', async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from(mboxOf(messageText('one'))), Buffer.alloc(300_000_000)]), {
    level: 1,
  });
  const root = createTree({ 'a.gz': bomb, 'b.eml': messageText('two') });
  const [trouble, ...rest] = await describeEntries(root);
  assert.match(trouble ?? '', /a\.gz It can’t be unpacked/);
  assert.deepEqual(rest, ['mail: two \\Seen']);
});

test('a walk resumes at any position, and finds exactly the rest', async () => {
  const root = createTree({
    'cur/1': messageText('one'),
    'new/2': messageText('two'),
    'a.eml': messageText('three'),
    box: mboxOf(messageText('four'), messageText('five'), messageText('six')),
    '.Sub/cur/1': messageText('seven'),
    'deep/x/1.eml': messageText('eight'),
    'deep/1.eml': messageText('nine'),
    'deep-er/1.eml': messageText('ten'),
  });
  const source = { path: root, folder: null };
  const all = await walkAll(root);
  const texts = await describeEntries(root);
  assert.equal(texts.length, 10);
  let passed = 0;
  for (const each of all) {
    if (each.kind === 'message') passed++;
    assert.deepEqual(
      await describeEntries(root, { from: each.position }),
      texts.slice(passed),
      JSON.stringify(each.position),
    );
    if (!each.position.mailbox)
      assert.equal(await countUnits(source, each.position), texts.length - passed - (passed < 4 ? 2 : 0));
  }
});

test('a mailbox that changed since the last walk, or during a walk, is read again from its beginning', async () => {
  const root = createTree({ box: mboxOf(messageText('one'), messageText('two')) });
  const [, first] = await walkAll(root);
  assert.ok(first);
  writeFileSync(join(root, 'box'), mboxOf(messageText('zero'), messageText('one'), messageText('two')));
  const again = await walkAll(root, { from: first.position });
  assert.deepEqual(again[0] && again[0].kind === 'mailbox' && again[0].isReread, true);
  assert.equal(again.length, 4);

  const kinds: string[] = [];
  for await (const each of walkSource({ source: { path: root, folder: null }, unpack: async (file) => file })) {
    kinds.push(each.kind === 'mailbox' && each.isReread ? 'again' : each.kind);
    if (kinds.length !== 2) continue;
    writeFileSync(join(root, 'box'), mboxOf(messageText('three')));
    assert.ok(each.kind === 'message');
    assert.throws(() => loadItem(each.item), { code: 'file_changed' });
  }
  assert.equal(kinds.filter((kind) => kind === 'again').length, 1);
  assert.deepEqual(kinds.slice(-2), ['again', 'message']);
});

test(
  'unreadable files and folders are reported, and the rest is found',
  { skip: process.getuid?.() === 0 && 'root may read everything' },
  async () => {
    const root = createTree({
      'a.eml': messageText('one'),
      'b.eml': messageText('two'),
      'c/d.eml': messageText('three'),
    });
    chmodSync(join(root, 'a.eml'), 0);
    chmodSync(join(root, 'c'), 0);
    const all = await describeEntries(root);
    chmodSync(join(root, 'c'), 0o700);
    const reason = 'You don’t have permission to read it.';
    assert.deepEqual(all, [`! mail/a.eml ${reason}`, 'mail: two \\Seen', `! mail/c ${reason}`]);
  },
);

test('a path is checked before an import starts', async () => {
  const root = createTree({ 'notes.txt': 'nothing', 'x.eml': messageText('one') });
  const empty = createTree({ 'cur/.keep': '', 'new/.keep': '' });
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

test('the file name decides if the content is ambiguous: a single field is sufficient for a message', async () => {
  const saved = mboxOf(messageText('two'), messageText('quoted whole'));
  const root = createTree({ 'a.eml': 'Subject: x\n\none\n', 'b.eml': saved, 'note.txt': 'Subject: x\n\ntwo\n' });
  assert.deepEqual(await describeEntries(root), ['mail: one \\Seen', 'mail: two \\Seen']);
});
