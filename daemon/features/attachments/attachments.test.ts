import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import type { AttachmentMeta } from '../../contract/body.ts';
import { isFileContent } from '../../contract/define.ts';
import { sliceStream } from '../../mail/sources/source-pieces.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import { testDaemon, type TestDaemon } from '../../test-daemon.ts';

const report = Buffer.from(Array.from({ length: 60_000 }, (_, line) => `${line} of the report\n`).join(''));
const lines = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');

type File = { name: string; type?: string; encoding?: string; body: string };

function messageWith(subject: string, files: readonly File[]): Buffer {
  const parts = files.flatMap(({ name, type = 'application/pdf', encoding = 'base64', body }) => [
    '--b',
    `Content-Type: ${type}; name="${name}"`,
    'Content-Disposition: attachment',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    body,
  ]);
  const head = ['From: bob@example.test', 'To: ada@example.test', `Subject: ${subject}`, `Message-ID: <${subject}@x>`];
  const type = 'Content-Type: multipart/mixed; boundary="b"';
  return Buffer.from(
    [...head, 'MIME-Version: 1.0', type, '', '--b', '', 'See below.', ...parts, '--b--', ''].join('\r\n'),
  );
}

/** A message whose files are stored, and a message whose file was left on the server. */
const small = messageWith('small', [
  { name: 'menu.pdf', body: lines(Buffer.from('%PDF-1.7 soup')) },
  { name: 'list.csv', type: 'text/csv', encoding: 'quoted-printable', body: 'name;price=20=\r\n\r\nsoup;5=E2=82=AC' },
  { name: '../con.txt', body: lines(Buffer.alloc(100_000, 'long ')) },
]);
const large = messageWith('large', [{ name: 'report.pdf', body: lines(report) }]);

type OpenServer = (server: Provider) => Provider;

/** `open` wraps the fake server that the daemon connects to. */
async function withMail(t: TestContext, open: OpenServer = (server) => server) {
  const opened = Promise.withResolvers<Provider>();
  const daemon = await testDaemon(t, {
    options: { openProvider: async () => opened.promise },
    prepare(servers) {
      const { control, ...server } = servers.get('ada')!;
      for (const bytes of [small, large]) control.deliver(bytes);
      opened.resolve(open({ ...server, close: async () => undefined }));
    },
  });
  await daemon.synced();
  return daemon;
}

async function attachmentsOf(daemon: TestDaemon, subject: string): Promise<AttachmentMeta[]> {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  const row = mailbox.groups.flatMap(({ rows }) => rows).find((each) => each.subject === subject);
  const { body } = await daemon.ask('messages.body', { message_id: row?.id });
  return body.attachments;
}

const idsOf = ({ id, message_id }: Pick<AttachmentMeta, 'id' | 'message_id'>) => ({ message_id, attachment_id: id });

async function download(daemon: TestDaemon, attachment: AttachmentMeta, more: object = {}) {
  const reply = await daemon.ask('attachments.download', { ...idsOf(attachment), ...more });
  assert.ok(isFileContent(reply));
  return { ...reply, bytes: await buffer(reply.stream) };
}

async function saved(daemon: TestDaemon, attachment: AttachmentMeta): Promise<string> {
  const reply = await daemon.ask('attachments.download', { ...idsOf(attachment), answer: 'json' });
  assert.ok(!isFileContent(reply));
  return reply.file.path;
}

test('an attachment is streamed decoded, with its type, name and size, and in ranges', async (t) => {
  const daemon = await withMail(t);
  const [menu, list, long] = await attachmentsOf(daemon, 'small');
  assert.ok(menu && list && long);
  const { bytes, type, name, size } = await download(daemon, menu);
  assert.deepEqual([String(bytes), type, name, size], ['%PDF-1.7 soup', 'application/pdf', 'menu.pdf', 13]);
  assert.equal(String((await download(daemon, list)).bytes), 'name;price \r\nsoup;5€');
  const ranges = { start: 65_000, end: 65_004 };
  const part = await download(daemon, long, { range: ranges });
  assert.deepEqual([String(part.bytes), part.range], ['long ', { ...ranges, total: 100_000 }]);
  assert.equal(String((await download(daemon, long, { range: { end: 5 } })).bytes), 'long ');
  assert.equal((await download(daemon, long, { range: { start: 99_000 } })).bytes.length, 1000);
  assert.equal((await download(daemon, long, { range: { start: 5, end: 1 } })).bytes.length, 100_000);
  await assert.rejects(download(daemon, long, { range: { start: 100_000 } }), { code: 'range_not_satisfiable' });
});

test('attachments/open writes a temporary file that only its owner can read, and deletes it a day later (checklist 143)', async (t) => {
  const daemon = await withMail(t);
  const [menu, , con] = await attachmentsOf(daemon, 'small');
  assert.ok(menu && con);
  const opened = async (one: AttachmentMeta) => (await daemon.ask('attachments.open', idsOf(one))).file.path;
  const path = await opened(menu);
  assert.equal(readFileSync(path, 'utf8'), '%PDF-1.7 soup');
  assert.deepEqual([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777], [0o600, 0o700]);
  assert.equal(await opened(menu), path);
  assert.match(await opened(con), /[/\\]_con\.txt$/);
  writeFileSync(path, 'changes of the user');
  const second = await opened(menu);
  assert.match(second, /menu \(2\)\.pdf$/);
  assert.equal(readFileSync(path, 'utf8'), 'changes of the user');
  daemon.clock.advance(23 * 3_600_000);
  await opened(con);
  daemon.clock.advance(2 * 3_600_000);
  await new Promise(setImmediate);
  assert.deepEqual([existsSync(second), existsSync(await opened(con))], [false, true]);
});

test('a file that was left on the server is fetched once, and the message then shows it as downloaded', async (t) => {
  const daemon = await withMail(t);
  const [file] = await attachmentsOf(daemon, 'large');
  assert.ok(file?.on_server);
  const both = await Promise.all([download(daemon, file), download(daemon, file)]);
  assert.ok(both.every(({ bytes, size }) => bytes.equals(report) && size === report.length));
  await download(daemon, file, { range: { start: 10, end: 20 } });
  assert.equal(daemon.server('ada').control.calls.part, 1);
  const [after] = await attachmentsOf(daemon, 'large');
  assert.deepEqual([after?.on_server, after?.size_bytes], [false, report.length]);

  await t.test('a saved file stays when the cache is cleared (checklist 32)', async () => {
    const downloads = join(daemon.dataDir, 'downloads');
    const paths = [await saved(daemon, file), await saved(daemon, file)];
    assert.deepEqual(paths, [join(downloads, 'report.pdf'), join(downloads, 'report (2).pdf')]);
    rmSync(join(daemon.dataDir, 'attachments'), { recursive: true });
    assert.deepEqual(readdirSync(downloads), ['report (2).pdf', 'report.pdf']);
    assert.ok(paths.every((path) => readFileSync(path).equals(report)));
    assert.ok((await download(daemon, file)).bytes.equals(report));
  });
});

test('an interrupted fetch resumes, a lost cache file is fetched again, and a partial file is not served', async (t) => {
  const starts: number[] = [];
  let isShort = false;
  const daemon = await withMail(t, (server) => ({
    ...server,
    async part(ref, part, signal, start = 0) {
      starts.push(start);
      const whole = await server.part(ref, part, signal, start);
      if (isShort) return Readable.from(sliceStream(whole, { start: 0, end: 100_000 }));
      return starts.length > 1 ? whole : Readable.from(lostAfter(whole, 100_000));
    },
  }));
  const [file] = await attachmentsOf(daemon, 'large');
  assert.ok(file);
  assert.ok((await download(daemon, file)).bytes.equals(report));
  assert.deepEqual(starts, [0, 100_000]);
  const cache = join(daemon.dataDir, 'attachments');
  const [kept] = readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 10);
  assert.ok(kept);
  writeFileSync(join(cache, kept), Buffer.alloc(statSync(join(cache, kept)).size));
  assert.ok((await download(daemon, file)).bytes.equals(report));
  rmSync(cache, { recursive: true });
  isShort = true;
  await assert.rejects(download(daemon, file), { code: 'wrong_content', retryable: true });
  isShort = false;
  assert.ok((await download(daemon, file)).bytes.equals(report));
});

test('a caller that cancels a fetch or a save leaves nothing behind; other callers get the file, and a later fetch resumes', async (t) => {
  const starts: number[] = [];
  const ended: unknown[] = [];
  const stands = Promise.withResolvers<void>();
  const daemon = await withMail(t, (server) => ({
    ...server,
    async part(ref, part, signal, start = 0) {
      starts.push(start);
      const whole = await server.part(ref, part, signal, start);
      if (starts.length > 1) return whole;
      signal.addEventListener('abort', () => ended.push(signal.reason));
      return Readable.from(stalled(whole, { after: 100_000, at: stands.resolve, signal }));
    },
  }));
  const downloads = join(daemon.dataDir, 'downloads');
  const [file] = await attachmentsOf(daemon, 'large');
  assert.ok(file);
  const gone = new Error('gone');
  const save = (leaving?: AbortController) => {
    const request = { ...idsOf(file), answer: 'json' };
    return daemon.dispatch('attachments.download', request, { origin: 'human' }, leaving && { signal: leaving.signal });
  };
  const [first, second] = [new AbortController(), new AbortController()];
  const saves = [save(first), save(second)].map((each) => each.then(() => 'saved', String));
  await stands.promise;
  first.abort(gone);
  assert.equal(await saves[0], 'Error: gone');
  assert.deepEqual(ended, [], 'another caller still waits for it');
  second.abort(gone);
  assert.equal(await saves[1], 'Error: gone');
  assert.deepEqual([ended, existsSync(downloads)], [[gone], false]);

  assert.ok((await download(daemon, file)).bytes.equals(report));
  assert.deepEqual(starts, [0, 100_000]);

  const third = new AbortController();
  const written = save(third).then(() => 'saved', String);
  let isOver = false;
  void written.then(() => (isOver = true));
  while (!isOver && !(existsSync(downloads) && readdirSync(downloads).length > 0)) await new Promise(setImmediate);
  third.abort(gone);
  assert.equal(await written, 'Error: gone');
  assert.deepEqual(readdirSync(downloads), []);
  assert.ok(readFileSync(await saved(daemon, file)).equals(report));
  assert.deepEqual(readdirSync(downloads), ['report.pdf']);
});

test('failed fetches are distinguished by what the caller can do', async (t) => {
  const daemon = await withMail(t);
  const [file] = await attachmentsOf(daemon, 'large');
  assert.ok(file);
  const { control } = daemon.server('ada');
  const refusals: Record<string, object> = {};
  const refused = async (name: string, input: object, caller?: { origin: 'script'; token_id: string }) => {
    const asked = daemon.ask('attachments.download', input, caller);
    refusals[name] = await asked.then(
      () => ({}),
      ({ code, retryable }: { code: string; retryable: boolean }) => ({ code, retryable }),
    );
  };
  await refused('no such message', { ...idsOf(file), message_id: file.id });
  await refused('no such attachment', { ...idsOf(file), attachment_id: file.message_id });
  await refused('saved for a program', { ...idsOf(file), answer: 'json' }, { origin: 'script', token_id: 't' });
  control.fault({ kind: 'offline' });
  await refused('offline', idsOf(file));
  control.clearFaults();
  await daemon.resync();
  control.expunge('INBOX', 2);
  await refused('gone', idsOf(file));
  assert.deepEqual(refusals, {
    'no such message': { code: 'not_found', retryable: false },
    'no such attachment': { code: 'attachment_not_found', retryable: false },
    'saved for a program': { code: 'people_only', retryable: false },
    offline: { code: 'server_unreachable', retryable: true },
    gone: { code: 'gone_from_server', retryable: true },
  });
});

/** Yields this many bytes, then stalls until the caller aborts, and then ends like a server connection. */
async function* stalled(
  pieces: AsyncIterable<Uint8Array>,
  { after, at, signal }: { after: number; at: () => void; signal: AbortSignal },
) {
  yield* sliceStream(pieces, { start: 0, end: after });
  at();
  const unwanted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => unwanted.reject(signal.reason));
  await unwanted.promise;
}

async function* lostAfter(pieces: AsyncIterable<Uint8Array>, bytes: number) {
  yield* sliceStream(pieces, { start: 0, end: bytes });
  throw new ProviderError('offline', 'The line was lost.');
}
