import type { Arrival, Gap } from '../providers/provider.ts';
import { gapBytes, wholeAttachments } from './gaps.ts';
import { messageIdOf } from './identity.ts';
import { parseCarefully } from './mime/fallback.ts';
import { readHeaders } from './mime/headers.ts';
import type { ParsedMessage } from './mime/message.ts';
import { parseStructure } from './mime/parse.ts';
import { readStructure, type Structure } from './mime/structure.ts';
import type { ReadingPulse } from './reading-pulse.ts';
import { cutSource, writeBlobs, type CutSource } from './source.ts';

/** A message as it came from a provider: its bytes without the gaps. */
export type Incoming = { arrival: Arrival; bytes: Uint8Array; gaps?: readonly Gap[] };

/** A message read and taken apart, so that storing it takes no longer than its rows. */
export type Prepared<Where = Arrival> = {
  arrival: Where;
  parsed: ParsedMessage;
  cut: CutSource;
  message_id: string;
  size: number;
};

/** Reads a message, and puts its large parts where they are kept. Done before any transaction begins. */
export async function prepare<Where extends { provider_id?: string }>(
  { blobs, pulse }: { blobs: string; pulse: ReadingPulse },
  account_id: string,
  { arrival, bytes, gaps = [] }: { arrival: Where; bytes: Uint8Array; gaps?: readonly Gap[] },
): Promise<Prepared<Where>> {
  const { parsed: here, structure } = pulse.isFatal(bytes) ? headerAlone(bytes) : await read(pulse, bytes);
  const notes = gaps.some(({ part }) => part === 'TEXT') ? [...here.notes, bodyLeft] : here.notes;
  const parsed = { ...here, notes, attachments: wholeAttachments(here.attachments, gaps) };
  const cut = cutSource(bytes, { structure, gaps });
  writeBlobs(blobs, cut);
  const size = bytes.length + gapBytes(gaps);
  const { provider_id } = arrival;
  const message_id = messageIdOf(account_id, provider_id ? { provider_id } : { parsed, size, bytes });
  return { arrival, parsed, cut, message_id, size };
}

const bodyLeft =
  'This message is too large to be fetched, and the server cannot say what it consists of: its body is left there.';

async function read(pulse: ReadingPulse, bytes: Uint8Array): Promise<{ parsed: ParsedMessage; structure: Structure }> {
  pulse.begin(bytes);
  try {
    const structure = readStructure(bytes);
    return { structure, parsed: await parseCarefully(bytes, structure) };
  } finally {
    pulse.end();
  }
}

/** What is left of a message that could not be read in time: its header, and the rest as one piece. */
function headerAlone(bytes: Uint8Array): { parsed: ParsedMessage; structure: Structure } {
  const headers = readHeaders(bytes, 0, bytes.length);
  const structure: Structure = {
    root: {
      number: '1',
      headers,
      type: 'application/octet-stream',
      parameters: new Map(),
      encoding: '7bit',
      start: headers.body,
      end: bytes.length,
      children: [],
    },
    notes: ['Reading this message took too long, so only its header was read; its source is whole.'],
    surprises: [],
  };
  return { parsed: parseStructure(bytes, structure), structure };
}
