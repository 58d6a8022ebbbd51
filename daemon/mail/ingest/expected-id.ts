import { isUtf8 } from 'node:buffer';
import type { Arrival } from '../../providers/provider.ts';
import { messageIdOf } from './identity.ts';
import { parseMessageFields } from '../mime/headers/message-fields.ts';
import { readHeaders } from '../mime/headers/headers.ts';

/**
 * The public id a message would be stored under, from the server's id or the header fields known before the fetch;
 * undefined if only the source determines it. A message that is stored under this id need not be fetched again.
 */
export function expectedMessageId(
  account_id: string,
  { provider_id, identifyingHeaders, size }: Arrival,
): string | undefined {
  if (provider_id !== undefined) return messageIdOf(account_id, { provider_id });
  if (identifyingHeaders === undefined || size === 0) return undefined;
  const fields = Buffer.from(identifyingHeaders, 'latin1');
  // The subject is then in the character set of the body, which the fields do not tell.
  if (!isUtf8(fields)) return undefined;
  const parsed = parseMessageFields(readHeaders(fields, 0, fields.length));
  return parsed.header_id === null ? undefined : messageIdOf(account_id, { parsed, size });
}
