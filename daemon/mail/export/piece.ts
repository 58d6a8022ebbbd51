import { exportedMessages, exportedText, type Exported, type ExportParts } from './facts.ts';
import { jsonOf } from './json.ts';
import { llmContextOf, llmPreface } from './llm-context.ts';
import { markdownOf } from './markdown.ts';
import { mboxOf, sourceOf } from './mbox.ts';

export type ExportFormat = 'markdown' | 'json' | 'mbox' | 'eml' | 'llm-context';

/** A stretch of what is exported: these messages, after that conversation. */
export type ExportStretch = { ids: readonly number[]; format: ExportFormat; lastThread: number | undefined };

/**
 * `taken` of the messages asked for are in `bytes`, those that are gone passed over; `incomplete` of them are not here
 * whole.
 */
export type ExportPiece = { bytes: Uint8Array; taken: number; lastThread: number | undefined; incomplete: number };

/** No more messages and, but for one that is larger itself, hardly more bytes are in memory at a time. */
export const messagesAtATime = 40;
const bytesAtATime = 2_000_000;

/** The first of these messages in their format: as many as are held in memory at a time. */
export function exportPiece(parts: ExportParts, { ids, format, lastThread }: ExportStretch): ExportPiece {
  const written: Buffer[] = [];
  const messages = new Map(exportedMessages(parts, ids).map((each) => [each.message.id, each]));
  let [taken, size, incomplete, thread] = [0, 0, 0, lastThread];
  for (const id of ids) {
    if (taken > 0 && size >= bytesAtATime) break;
    taken++;
    const exported = messages.get(id);
    if (!exported) continue;
    const one = messageIn(parts, exported, format, thread);
    written.push(one.bytes);
    size += one.bytes.length;
    if (!one.isWhole) incomplete++;
    thread = exported.message.thread;
  }
  return { bytes: Buffer.concat(written), taken, lastThread: thread, incomplete };
}

function messageIn(
  parts: ExportParts,
  exported: Exported,
  format: ExportFormat,
  lastThread: number | undefined,
): { bytes: Buffer; isWhole: boolean } {
  if (format === 'mbox' || format === 'eml') {
    const source = sourceOf(parts, exported);
    return { bytes: format === 'eml' ? source.bytes : mboxOf(exported, source), isWhole: source.missing === undefined };
  }
  const text = exportedText(parts, exported.message);
  const isFirst = lastThread === undefined;
  const isNewThread = lastThread !== exported.message.thread;
  const written = {
    json: () => `${isFirst ? '' : ','}\n${jsonOf(exported, text)}`,
    markdown: () => markdownOf(exported, { text, isNewThread, isFirst }),
    'llm-context': () => llmContextOf(exported, text),
  }[format]();
  return { bytes: Buffer.from(written), isWhole: true };
}

/** What stands before and after all messages. */
export const frames: Record<ExportFormat, { head: string; tail: string }> = {
  markdown: { head: '', tail: '' },
  json: { head: '{"messages":[', tail: '\n]}\n' },
  mbox: { head: '', tail: '' },
  eml: { head: '', tail: '' },
  'llm-context': { head: llmPreface, tail: '' },
};
