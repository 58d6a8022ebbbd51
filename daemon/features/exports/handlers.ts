import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { FileContent } from '../../contract/define.ts';
import type { Handlers } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import type { ExportFormat, ExportPiece, ExportStretch } from '../../mail/export/piece.ts';
import type { ExportWish } from '../../mail/export/selection.ts';
import { exportedBytes, type ExportProgress } from '../../mail/export/stream.ts';
import { startJob } from '../../mail/jobs.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import type { exportsRequests } from './contract.ts';
import { formatNamed, kindOf } from './formats.ts';
import type { ExportLoop } from './loop.ts';

/** Both look away from the thread that answers requests. */
export type ExportReading = {
  /** The messages to export, by internal id. Throws Failure `bad_query` and `not_found`. */
  exportSelection: (asked: { wish: ExportWish; accounts: readonly Pick<Account, 'id'>[] }) => Promise<number[]>;
  exportPiece: (stretch: ExportStretch) => Promise<ExportPiece>;
};

export type ExportsParts = ExportReading & {
  clock: Clock;
  exporting: Pick<ExportLoop, 'begin' | 'waiting' | 'cancel'>;
};

const mostInJson = 20_000_000;
const mostWaiting = 10;

export function exportsHandlers({
  clock,
  exporting,
  exportSelection,
  exportPiece,
}: ExportsParts): Handlers<typeof exportsRequests> {
  const nameFor = (format: ExportFormat) => {
    const time = instantOf(clock.now()).slice(0, 19).replaceAll(':', '-');
    return `posthorn-export-${time}Z.${kindOf[format].ending}`;
  };
  const fileOf = (format: ExportFormat, bytes: AsyncIterable<Uint8Array>): FileContent => ({
    stream: Readable.from(bytes, { objectMode: false }),
    type: kindOf[format].type,
    name: nameFor(format),
  });

  return {
    async thread({ thread_id, format: named, answer }, { accounts }) {
      const format = formatNamed[named];
      const ids = await exportSelection({ wish: { thread_ids: [thread_id] }, accounts });
      if (format === 'eml' && ids.length > 1) throw severalMessages(ids.length);
      const bytes = exportedBytes(
        exportPiece,
        { ids, format },
        { onProgress: format === 'eml' ? requireWhole : undefined },
      );
      return answer === 'file' ? fileOf(format, await begun(bytes)) : jsonOf(bytes);
    },
    async search({ query, format: named, answer }, { accounts }) {
      const format = formatNamed[named];
      const ids = await exportSelection({ wish: { query }, accounts });
      const bytes = exportedBytes(exportPiece, { ids, format });
      return answer === 'file' ? fileOf(format, bytes) : { kind: 'ExportResult', ...(await jsonOf(bytes)) };
    },
    start({ query, thread_ids, format: named }, { db, accounts }) {
      if (query !== undefined) parseQuery(query);
      if (exporting.waiting() >= mostWaiting) throw busy();
      const format = formatNamed[named];
      const wish = query === undefined ? { thread_ids: thread_ids ?? [] } : { query };
      const { job_id } = startJob({ db, clock }, { kind: 'export' });
      const file = nameFor(format);
      exporting.begin({ job_id, file, format, wish, accounts: accounts.map(({ id }) => ({ id })) });
      return { job_id, file };
    },
  };
}

/** All of it as text. Throws Failure `export_too_large`. */
async function jsonOf(bytes: AsyncIterable<Uint8Array>): Promise<{ content: string; is_exact: boolean }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > mostInJson) throw tooLarge();
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  return { content: whole.toString(), is_exact: isUtf8(whole) };
}

/** What goes wrong with the first piece is said, and not a stream that breaks off. */
async function begun(bytes: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await bytes.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* bytes;
  })();
}

function requireWhole({ incomplete }: ExportProgress): void {
  if (incomplete === 0) return;
  const sentence = 'A part of this message is on its server or damaged here, so there is no eml file of it. Take mbox.';
  throw new Failure('conflict', 'incomplete_message', sentence);
}

function severalMessages(count: number): Failure {
  const sentence = `An eml file holds one message, and this conversation has ${count}. Take mbox, which holds them all.`;
  return new Failure('conflict', 'several_messages', sentence);
}

function tooLarge(): Failure {
  const sentence =
    'This is more than the 20 MB that fit into JSON. Ask for the file (Accept: application/octet-stream), or start an export.';
  return new Failure('limited', 'export_too_large', sentence);
}

function busy(): Failure {
  const sentence = `${mostWaiting} exports wait already. Ask again when one of them is done.`;
  return new Failure('limited', 'export_busy', sentence, { retryable: true });
}
