import type { Arrival, MissingRange } from '../../providers/provider.ts';
import { missingBytes, completeAttachments } from '../sources/missing-ranges.ts';
import { messageIdOf } from './identity.ts';
import { parseWithFallback } from '../mime/parse-with-fallback.ts';
import { readHeaders } from '../mime/headers/headers.ts';
import type { ParsedMessage } from '../mime/parsed-message.ts';
import { parseFromStructure } from '../mime/parse.ts';
import { parseMimeStructure, type Structure } from '../mime/structure/structure.ts';
import type { IngestWatchdog } from './watchdog.ts';
import { cutSource, writeBlobs, type CutSource } from '../sources/source.ts';

/** A message from a provider: its bytes without the missing ranges. */
export type FetchedMessage = { arrival: Arrival; bytes: Uint8Array; missingRanges?: readonly MissingRange[] };

/** A parsed message that is ready to be inserted, so that the transaction only writes rows. */
export type PreparedMessage<Where = Arrival> = {
  arrival: Where;
  parsed: ParsedMessage;
  cut: CutSource;
  message_id: string;
  size: number;
  /** The bytes without the missing ranges. */
  bytes: Uint8Array;
};

/** Parses a message and stores its large parts as blobs. Runs before any transaction begins. */
export async function prepareMessage<Where>(
  { blobs, watchdog }: { blobs: string; watchdog: IngestWatchdog },
  account_id: string,
  {
    arrival,
    bytes,
    missingRanges = [],
  }: { arrival: Where; bytes: Uint8Array; missingRanges?: readonly MissingRange[] },
): Promise<PreparedMessage<Where>> {
  const { parsed: parsedBytes, structure } = watchdog.isFatal(bytes)
    ? readHeaderOnly(bytes)
    : await readWatched(watchdog, bytes);
  const notes = missingRanges.some(({ part }) => part === 'TEXT')
    ? [...parsedBytes.notes, bodyNotFetchedNote]
    : parsedBytes.notes;
  const parsed = { ...parsedBytes, notes, attachments: completeAttachments(parsedBytes.attachments, missingRanges) };
  const cut = cutSource(bytes, { structure, missingRanges });
  writeBlobs(blobs, cut);
  const size = bytes.length + missingBytes(missingRanges);
  const message_id = messageIdOf(account_id, { bytes, headers: structure.root.headers, missingRanges });
  return { arrival, parsed, cut, message_id, size, bytes };
}

const bodyNotFetchedNote =
  'This message is too large to download, and the server can’t list its parts. Its text stays on the server.';

async function readWatched(
  watchdog: IngestWatchdog,
  bytes: Uint8Array,
): Promise<{ parsed: ParsedMessage; structure: Structure }> {
  watchdog.begin(bytes);
  try {
    const structure = parseMimeStructure(bytes);
    return { structure, parsed: await parseWithFallback(bytes, structure) };
  } finally {
    watchdog.end();
  }
}

/** A message that could not be parsed in time: its header, and the rest as a single part. */
function readHeaderOnly(bytes: Uint8Array): { parsed: ParsedMessage; structure: Structure } {
  const headers = readHeaders(bytes, 0, bytes.length);
  const structure: Structure = {
    root: {
      number: '1',
      headers,
      type: 'application/octet-stream',
      parameters: new Map(),
      encoding: '7bit',
      start: headers.bodyStart,
      end: bytes.length,
      children: [],
    },
    notes: ['Reading this message took too long, so only its header is shown. Its source is complete.'],
    anomalies: [],
  };
  return { parsed: parseFromStructure(bytes, structure), structure };
}
