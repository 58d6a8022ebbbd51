import { exportedMessages, exportedText, type ExportedMessage, type ExportDeps } from './exported-message.ts';
import { jsonOf } from './json.ts';
import { llmContextOf, llmPreface } from './llm-context.ts';
import { markdownOf } from './markdown.ts';
import { mboxOf, exportedSource } from './mbox.ts';

export type ExportFormat = 'markdown' | 'json' | 'mbox' | 'eml' | 'llm-context';

/** A chunk of an export: these messages, which follow the thread `lastThread`. */
export type ExportChunkRequest = { ids: readonly number[]; format: ExportFormat; lastThread: number | undefined };

/** A message that is not completely stored, and a description of what is missing of it. */
export type IncompleteMessage = { id: number; missing: string };

/** `bytes` contains the first `processed` of the requested messages; removed messages are skipped. */
export type ExportChunk = {
  bytes: Uint8Array;
  processed: number;
  lastThread: number | undefined;
  incomplete: IncompleteMessage[];
};

/** The maximum number of messages and approximate bytes in memory at a time; a single larger message is allowed. */
export const maxChunkMessages = 40;
const maxChunkBytes = 2_000_000;

/** Renders the first of these messages, as many as fit in memory at a time. */
export function exportChunk(deps: ExportDeps, { ids, format, lastThread }: ExportChunkRequest): ExportChunk {
  const rendered: Buffer[] = [];
  const messages = new Map(exportedMessages(deps, ids).map((each) => [each.message.id, each]));
  const incomplete: IncompleteMessage[] = [];
  let [processed, size, thread] = [0, 0, lastThread];
  for (const id of ids) {
    if (processed > 0 && size >= maxChunkBytes) break;
    processed++;
    const exported = messages.get(id);
    if (!exported) continue;
    const item = renderMessage(deps, exported, format, thread);
    rendered.push(item.bytes);
    size += item.bytes.length;
    if (item.missing !== undefined) incomplete.push({ id, missing: item.missing });
    thread = exported.message.thread;
  }
  return { bytes: Buffer.concat(rendered), processed, lastThread: thread, incomplete };
}

function renderMessage(
  deps: ExportDeps,
  exported: ExportedMessage,
  format: ExportFormat,
  lastThread: number | undefined,
): { bytes: Buffer; missing: string | undefined } {
  if (format === 'mbox' || format === 'eml') {
    const source = exportedSource(deps, exported);
    return { bytes: format === 'eml' ? source.bytes : mboxOf(exported, source), missing: source.missing };
  }
  const text = exportedText(deps, exported.message);
  const isFirst = lastThread === undefined;
  const isNewThread = lastThread !== exported.message.thread;
  const content = {
    json: () => `${isFirst ? '' : ','}\n${jsonOf(exported, text)}`,
    markdown: () => markdownOf(exported, { text, isNewThread, isFirst }),
    'llm-context': () => llmContextOf(exported, text),
  }[format]();
  return { bytes: Buffer.from(content), missing: undefined };
}

/** The text before and after all messages. */
export const headsAndTails: Record<ExportFormat, { head: string; tail: string }> = {
  markdown: { head: '', tail: '' },
  json: { head: '{"messages":[', tail: '\n]}\n' },
  mbox: { head: '', tail: '' },
  eml: { head: '', tail: '' },
  'llm-context': { head: llmPreface, tail: '' },
};
