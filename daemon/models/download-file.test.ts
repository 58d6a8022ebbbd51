import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Failure } from '../base/failure.ts';
import type { OutgoingFetch } from '../outgoing/outgoing-fetch.ts';
import { testFolder } from '../test-folder.ts';
import { downloadFile } from './download-file.ts';

const content = Buffer.from(Array.from({ length: 20_000_000 }, (_, at) => (at * 7) % 251));
const sha256 = createHash('sha256').update(content).digest('hex');

/** A server with one file, which answers ranges. `cutAt` ends the connection there, once; `noRanges` sends the whole file. */
function fileServer({
  etag = '"1"',
  file = content,
  noRanges = false,
}: { etag?: string; file?: Buffer; noRanges?: boolean } = {}) {
  const state = { etag, file, cutAt: undefined as number | undefined, requests: [] as string[], sent: 0 };
  const fetch: OutgoingFetch = async (url, { headers = {} }) => {
    state.requests.push(headers['range'] ?? '');
    const [, start = '0', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? [];
    const isCurrent = (headers['if-range'] ?? state.etag) === state.etag;
    const isPart = !noRanges && isCurrent;
    const from = isPart ? Number(start) : 0;
    const to = isPart ? Math.min(Number(end) + 1, state.file.length) : state.file.length;
    const range = `bytes ${from}-${to - 1}/${state.file.length}`;
    const answer: Record<string, string> = { etag: state.etag, ...(isPart && { 'content-range': range }) };
    async function* body() {
      for (let at = from; at < to; at += 1_000_000) {
        if (state.cutAt !== undefined && at >= state.cutAt) {
          state.cutAt = undefined;
          throw new Failure('provider', 'unreachable', 'The connection was lost.', { retryable: true });
        }
        state.sent += Math.min(1_000_000, to - at);
        yield state.file.subarray(at, Math.min(at + 1_000_000, to));
      }
    }
    return {
      status: isPart ? 206 : 200,
      type: 'application/octet-stream',
      url,
      header: (name) => answer[name],
      content: body(),
    };
  };
  return { fetch, state };
}

function request(expected: string | null = null) {
  const target = join(testFolder(), 'files', 'model.onnx');
  const seen: number[] = [];
  return {
    seen,
    target,
    url: 'https://models.example/model.onnx',
    sha256: expected,
    maxBytes: 30_000_000,
    onProgress: (bytes: number) => void seen.push(bytes),
    signal: new AbortController().signal,
  };
}

test('a file comes in parts, and its hash is recorded', async () => {
  const { fetch, state } = fileServer();
  const wanted = request();
  assert.deepEqual(await downloadFile(fetch, wanted), { sha256, bytes: content.length });
  assert.ok(readFileSync(wanted.target).equals(content));
  assert.equal(state.requests.length, 3);
  assert.equal(wanted.seen.at(-1), content.length);
  assert.equal(existsSync(`${wanted.target}.part`), false);
});

test('after a lost connection the next attempt fetches the rest alone', async () => {
  const { fetch, state } = fileServer();
  const wanted = request(sha256);
  state.cutAt = 9_500_000;
  await assert.rejects(downloadFile(fetch, wanted), { code: 'unreachable' });
  assert.equal(existsSync(wanted.target), false);
  await downloadFile(fetch, wanted);
  assert.equal(state.sent, content.length);
});

test('parts of two versions are never joined', async () => {
  const { fetch, state } = fileServer();
  const wanted = request();
  state.cutAt = 9_500_000;
  await assert.rejects(downloadFile(fetch, wanted));
  const other = Buffer.from(content).fill(1, 0, 100);
  Object.assign(state, { etag: '"2"', file: other });
  await downloadFile(fetch, wanted);
  assert.ok(readFileSync(wanted.target).equals(other));
});

test('a server without ranges sends the file at once', async () => {
  const wanted = request(sha256);
  await downloadFile(fileServer({ noRanges: true }).fetch, wanted);
  assert.ok(readFileSync(wanted.target).equals(content));
});

test('a file with another hash than the pinned one is deleted', async () => {
  const wanted = request('0'.repeat(64));
  await assert.rejects(downloadFile(fileServer().fetch, wanted), { code: 'wrong_hash' });
  assert.deepEqual([existsSync(wanted.target), existsSync(`${wanted.target}.part`)], [false, false]);
});

test('a file that is too large, or that the server refuses, is not stored', async () => {
  const wanted = request();
  await assert.rejects(downloadFile(fileServer({ noRanges: true }).fetch, { ...wanted, maxBytes: 1_000_000 }), {
    code: 'download_refused',
  });
  const refusing: OutgoingFetch = async (url) => ({ status: 404, type: '', url, content: (async function* () {})() });
  await assert.rejects(downloadFile(refusing, request()), { code: 'download_refused', message: /404/ });
});
