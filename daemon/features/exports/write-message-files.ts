import { join } from 'node:path';
import { createPathNames, safeFileName } from '../../mail/export/file-names.ts';
import { streamExport, type ExportStreamOptions } from '../../mail/export/stream.ts';
import { displayInstant, messagesByIds } from '../../mail/messages/messages.ts';
import { writeFlushed } from './files.ts';
import { missingRangeOptions } from './missing-ranges.ts';
import type { ExportRunDeps } from './run-deps.ts';

/** Messages whose names are read at a time. */
const batchSize = 100;

/** Writes each message to a file of its own, which has its date and subject as its name. */
export async function writeMessageFiles(
  deps: ExportRunDeps,
  { ids, folder }: { ids: readonly number[]; folder: string },
  { onProgress, onIncomplete }: ExportStreamOptions,
): Promise<void> {
  const pathNames = createPathNames();
  let incomplete = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    const messages = messagesByIds(deps.read, ids.slice(start, start + batchSize));
    for (const message of messages) {
      const time = displayInstant(message).slice(0, 16).replace('T', ' ').replace(':', '');
      const name = pathNames(safeFileName(`${time} ${message.subject}`, time), '.eml');
      const bytes = streamExport(
        deps.exportChunk,
        { ids: [message.id], format: 'eml' },
        {
          ...missingRangeOptions(deps),
          onIncomplete(found) {
            incomplete += found.length;
            onIncomplete?.(found);
          },
        },
      );
      // One message is in memory at a time. A message that was deleted in the meantime has no bytes.
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      if (pieces.length > 0) await writeFlushed(join(folder, name), pieces);
      onProgress?.({ done: ids.indexOf(message.id, start) + 1, total: ids.length, incomplete });
    }
  }
}
