import type { Arrival } from '../providers/provider.ts';
import { messageIdOf } from './identity.ts';
import { factsOf } from './mime/facts.ts';
import { readHeaders } from './mime/headers.ts';

/**
 * The public id a message would be stored under, as far as its server's id or the fields it is told by beforehand say;
 * undefined where only its bytes can decide. What is stored under that id need not be fetched again.
 */
export function announcedId(account_id: string, { provider_id, head, size }: Arrival): string | undefined {
  if (provider_id !== undefined) return messageIdOf(account_id, { provider_id });
  if (head === undefined || size === 0) return undefined;
  const fields = Buffer.from(head, 'latin1');
  const parsed = factsOf(readHeaders(fields, 0, fields.length));
  return parsed.header_id === null ? undefined : messageIdOf(account_id, { parsed, size });
}
