import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { FileContent } from '../../contract/define.ts';
import type { Handlers } from '../../handler-types.ts';
import type { ExportFormat } from '../../mail/export/export-chunk.ts';
import { streamExport, type ExportProgress } from '../../mail/export/stream.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import { startJob } from '../../mail/jobs/jobs.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import type { exportsRequests } from './contract.ts';
import { formatByName, fileTypeOf, mailboxFormats } from './formats.ts';
import type { ExportLoop } from './loop.ts';
import type { ExportReader } from './run-deps.ts';

type ExportsDeps = ExportReader & {
  clock: Clock;
  exportLoop: Pick<ExportLoop, 'enqueue' | 'unfinishedCount' | 'cancel'>;
};

const maxJsonBytes = 20_000_000;
const maxWaitingExports = 10;

export function exportsHandlers({
  clock,
  exportLoop,
  selectMessages,
  exportChunk,
}: ExportsDeps): Handlers<typeof exportsRequests> {
  const folderName = () => `posthorn-export-${instantOf(clock.now()).slice(0, 19).replaceAll(':', '-')}Z`;
  const nameFor = (format: ExportFormat) => `${folderName()}.${fileTypeOf[format].extension}`;
  const requireFreeQueue = () => {
    if (exportLoop.unfinishedCount() >= maxWaitingExports) throw busy();
  };
  const fileOf = (format: ExportFormat, bytes: AsyncIterable<Uint8Array>): FileContent => ({
    stream: Readable.from(bytes, { objectMode: false }),
    type: fileTypeOf[format].type,
    name: nameFor(format),
  });

  return {
    async thread({ thread_id, format: formatName, answer }, { accounts }) {
      const format = formatByName[formatName];
      const ids = await selectMessages({ selection: { thread_ids: [thread_id] }, accounts });
      if (format === 'eml' && ids.length > 1) throw severalMessages(ids.length);
      const bytes = streamExport(
        exportChunk,
        { ids, format },
        { onProgress: format === 'eml' ? requireComplete : undefined },
      );
      return answer === 'file' ? fileOf(format, await awaitFirstChunk(bytes)) : jsonOf(bytes);
    },
    async search({ query, format: formatName, answer }, { accounts }) {
      const format = formatByName[formatName];
      const ids = await selectMessages({ selection: { query }, accounts });
      const bytes = streamExport(exportChunk, { ids, format });
      return answer === 'file' ? fileOf(format, bytes) : { kind: 'ExportResult', ...(await jsonOf(bytes)) };
    },
    start({ query, thread_ids, format: formatName }, { db, caller, accounts }) {
      if (query !== undefined) parseQuery(query);
      requireFreeQueue();
      const format = formatByName[formatName];
      const selection = query === undefined ? { thread_ids: thread_ids ?? [] } : { query };
      const actor = actorOf(caller);
      const { job_id } = startJob({ db, clock }, { kind: 'export', accounts, actor });
      const file = nameFor(format);
      exportLoop.enqueue({ kind: 'found', job_id, name: file, format, selection, accounts, actor });
      return { job_id, file };
    },
    startMailboxes({ account_id, format: formatName }, { db, caller, accounts }) {
      requireFreeQueue();
      const chosen = account_id === undefined ? accounts : [requireAccount(accounts, account_id)];
      const actor = actorOf(caller);
      const { job_id } = startJob({ db, clock }, { kind: 'export', accounts: chosen, actor });
      const folder = folderName();
      exportLoop.enqueue({
        kind: 'mailboxes',
        job_id,
        name: folder,
        format: mailboxFormats[formatName],
        accounts: chosen,
        actor,
      });
      return { job_id, folder };
    },
  };
}

/** The whole export as text. Throws Failure `export_too_large`. */
async function jsonOf(bytes: AsyncIterable<Uint8Array>): Promise<{ content: string; is_exact: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxJsonBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  return { content: whole.toString(), is_exact: isUtf8(whole) };
}

/** Waits for the first chunk, so that an early error is reported as an error and not as an aborted stream. */
async function awaitFirstChunk(bytes: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await bytes.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* bytes;
  })();
}

function requireComplete({ incomplete }: ExportProgress): void {
  if (incomplete === 0) return;
  const sentence =
    'Part of this message is still on the server or damaged here, so it can’t be exported as eml. Use mbox.';
  throw new Failure('conflict', 'incomplete_message', sentence);
}

function severalMessages(count: number): Failure {
  const sentence = `An eml file holds one message, and this conversation has ${count}. Use mbox, which holds them all.`;
  return new Failure('conflict', 'several_messages', sentence);
}

function tooLarge(): Failure {
  const sentence =
    'This is more than the 20 MB that fit into JSON. Ask for the file (Accept: application/octet-stream), or start an export.';
  return new Failure('limited', 'export_too_large', sentence);
}

function busy(): Failure {
  const sentence = `${maxWaitingExports} exports are already waiting. Try again when one of them is done.`;
  return new Failure('limited', 'export_busy', sentence, { retryable: true });
}
