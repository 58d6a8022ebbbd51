import { createHash } from 'node:crypto';
import { nameId } from '../../base/ids.ts';
import type { ParsedMessage } from '../mime/parsed-message.ts';

const yearSeconds = 365.25 * 24 * 3600;

/**
 * The public id of a message: the same content in the same account has the same id, in every folder and after every
 * rebuild. It is derived from the server's own id if there is one, else from the Message-ID and fields that
 * distinguish reused Message-IDs, else from the source.
 */
export function messageIdOf(account_id: string, content: IdentifyingContent): string {
  if (content.provider_id !== undefined) return nameId(`message\0provider\0${content.provider_id}`, account_id);
  const { parsed, size, bytes = noBytes } = content;
  if (!parsed.header_id) {
    return nameId(`message\0source\0${createHash('sha256').update(bytes).digest('hex')}`, account_id);
  }
  const sizeClass = Math.floor(Math.log2(size + 1));
  const facts = [parsed.header_id, parsed.from.email.toLowerCase(), parsed.date ?? '', parsed.subject, sizeClass];
  return nameId(`message\0header\0${facts.join('\0')}`, account_id);
}

type IdentifyingContent =
  | { provider_id: string }
  | {
      provider_id?: undefined;
      parsed: Pick<ParsedMessage, 'header_id' | 'from' | 'date' | 'subject'>;
      /** The size of the whole message in bytes. */
      size: number;
      /** Needed if there is no Message-ID. */
      bytes?: Uint8Array;
    };

const noBytes = new Uint8Array(0);

/**
 * The preferred sort key of a message, in unix seconds: its date, limited to the range from ten years before its
 * receipt to one day after, so that a wrong clock or a forged date cannot hide it in the list.
 */
export function preferredSortKey(date: string | null, received: Date): number {
  const receivedAt = Math.floor(received.getTime() / 1000);
  if (date === null) return receivedAt;
  const claimed = Math.floor(Date.parse(date) / 1000);
  return Math.min(Math.max(claimed, Math.floor(receivedAt - 10 * yearSeconds)), receivedAt + 24 * 3600);
}
