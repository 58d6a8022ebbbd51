import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, Unreachable } from '../../api/session.ts';
import type { UploadChunk } from './upload-file.ts';
import type { Picked } from './picked-files.ts';
import { createImportUpload, type ImportUploadState } from './import-upload.ts';

const picked = (path: string, size: number): Picked => ({ path, file: new File(['x'.repeat(size)], path) });

/** A daemon that stores the uploads and calls `refuse` first. */
function setup(refuse: (path: string, offset: number) => Error | undefined = () => undefined) {
  const startedImports: string[] = [];
  const uploaded = new Map<string, number>();
  const requests: string[] = [];
  const uploadChunk: UploadChunk = async (import_id, { path, size, offset, bytes }, signal) => {
    signal.throwIfAborted();
    const refusal = refuse(path, offset);
    if (refusal) throw refusal;
    if (path.endsWith('.mp4')) return { path, size, received: 0, is_whole: false, is_mail: false };
    uploaded.set(`${import_id} ${path}`, offset + bytes.size);
    return { path, size, received: offset + bytes.size, is_whole: offset + bytes.size === size, is_mail: true };
  };
  const api = {
    import: {
      create: async ({ folder }: { folder?: string }) => {
        startedImports.push(folder ?? '');
        return { import_id: `i${startedImports.length}` };
      },
      startUploaded: async ({ import_id }: { import_id: string }) => void requests.push(`run ${import_id}`),
      discard: async ({ import_id }: { import_id: string }) => void requests.push(`discard ${import_id}`),
    },
  } as unknown as Parameters<typeof createImportUpload>[0]['api'];
  const upload = createImportUpload({
    api,
    uploadChunk,
    errorText: String,
    onStarted: () => void requests.push('started'),
  });
  const until = (is: (state: ImportUploadState) => boolean) =>
    new Promise<ImportUploadState>((resolve) => {
      const look = () => is(upload.state()) && resolve(upload.state());
      upload.subscribe(look);
      look();
    });
  return { upload, startedImports, uploaded, requests, until };
}

test('files are uploaded in order, large files in chunks, and then the import starts', async () => {
  const { upload, startedImports, uploaded, requests, until } = setup();
  const files = [
    picked('large.mbox', 700_000),
    picked('film.mp4', 400_000),
    ...Array.from({ length: 9 }, (_, n) => picked(`${n}.eml`, n)),
  ];
  upload.send(files, ' Old ');
  const { files: count, bytes, skipped } = await until(({ started }) => started === 'i1');
  assert.deepEqual([count, bytes.done === bytes.all], [{ done: 11, all: 11 }, true]);
  assert.deepEqual(
    skipped.map(({ path }) => path),
    ['film.mp4'],
  );
  assert.deepEqual(
    [startedImports, requests, uploaded.get('i1 large.mbox'), uploaded.size],
    [['Old'], ['run i1', 'started'], 700_000, 10],
  );
});

test('a chunk whose answer was lost is not sent again, and a refused file does not stop the others', async () => {
  let isLost = true;
  const { upload, uploaded, until } = setup((path, offset) => {
    if (path === 'bad.eml') return new Refusal(400, 'bad_file_path', 'Its name is too long.');
    if (path !== 'large.mbox' || offset === 0 || !isLost) return undefined;
    isLost = false;
    return new Refusal(409, 'wrong_offset', 'Go on from there.', { received: 500_000 });
  });
  upload.send([picked('large.mbox', 700_000), picked('bad.eml', 1), picked('good.eml', 1)], '');
  const { skipped } = await until(({ started }) => started !== undefined);
  assert.deepEqual(skipped, [{ path: 'bad.eml', reason: 'Its name is too long.' }]);
  assert.deepEqual(
    uploaded,
    new Map([
      ['i1 good.eml', 1],
      ['i1 large.mbox', 700_000],
    ]),
  );
});

test('an upload stops without a connection and continues from there; if its import is gone, everything is sent again', async () => {
  let failure: Error | undefined = new Unreachable('gone');
  const { upload, startedImports, uploaded, until } = setup((path) => (path === 'b.eml' ? failure : undefined));
  upload.send([picked('a.eml', 1), picked('b.eml', 2)], '');
  const stopped = await until(({ phase }) => phase === 'stopped');
  assert.ok(stopped.problem);
  assert.deepEqual([...uploaded.keys()], ['i1 a.eml']);
  failure = new Refusal(404, 'not_found', 'There is no such import.');
  upload.retry();
  await until(({ problem }) => problem === 'Error: There is no such import.');
  failure = undefined;
  upload.retry();
  await until(({ started }) => started === 'i2');
  assert.deepEqual(startedImports, ['', '']);
  assert.deepEqual([...uploaded.keys()].filter((key) => key.startsWith('i2')).toSorted(), ['i2 a.eml', 'i2 b.eml']);
});

test('cancelling discards the uploaded files and starts nothing', async () => {
  const { upload, requests, until } = setup(() => new Unreachable('gone'));
  upload.send([picked('a.eml', 1)], '');
  await until(({ phase }) => phase === 'stopped');
  upload.cancel();
  assert.deepEqual([upload.state().phase, requests], ['idle', ['discard i1']]);
});
