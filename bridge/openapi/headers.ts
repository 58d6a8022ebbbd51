import { z } from 'zod';
import { addressOf, isFile, type HttpRequest } from '../../daemon/contract/define.ts';
import { canWait } from '../../daemon/contract/approval.ts';
import { clientKinds } from '../access/caller.ts';
import { takesIdempotencyKey } from './error-responses.ts';

/** Request headers with the same meaning on every address, by their name in the document. */
export const headerParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id for this request. It appears in the reply and the log. If absent, one is created.',
    schema: { type: 'string', pattern: '^[\\w.-]{1,128}$' },
    example: 'digest-2026-03-10',
  },
  ClientKind: {
    name: 'X-Client-Kind',
    in: 'header',
    description: 'States that a client with fewer rights acts for the owner of the token. It never adds rights.',
    schema: { type: 'string', enum: clientKinds },
    example: 'script',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The request is carried out once, however often it is sent within 24 hours. A repeat gets the first reply.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '7d0f5c1e-52f4-4c0b-9d0e-3a1f7f3b2c10',
  },
  Reason: {
    name: 'Posthorn-Reason',
    in: 'header',
    description:
      'Why an agent or a tool asks for this, as plain text in UTF-8, which is shown to the owner if the request waits for approval (`x-may-wait`). What is longer than 500 characters is cut.',
    schema: { type: 'string' },
    example: 'Marta asked for the corrected price by tonight.',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the record as it was read. If the record has changed since, nothing is done (412).',
    schema: { type: 'string' },
    example: '"5c1f0a9be2d34c77"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the record as it was read. If the record is unchanged, the reply is 304 without a body.',
    schema: { type: 'string' },
    example: '"5c1f0a9be2d34c77"',
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'A byte range of the file. Several ranges, or an invalid one, return the whole file.',
    schema: { type: 'string', pattern: '^bytes=\\d*-\\d*$' },
    example: 'bytes=0-65535',
  },
} as const;
type HeaderParameter = keyof typeof headerParameters;

/** Response headers, by their name in the document. */
export const responseHeaders = {
  RequestId: {
    description: 'The id of this request in the log',
    schema: { type: 'string' },
    example: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
  },
  EventSeq: {
    description:
      'The `seq` of the newest event at the time of the request. An event socket opened with `?since=` this value misses nothing after it',
    schema: { type: 'integer', minimum: 0 },
    example: 1200,
  },
  ETag: {
    description: 'The value of If-Match for a change to this record',
    schema: { type: 'string' },
    example: '"5c1f0a9be2d34c77"',
  },
} as const;

/** Whether the answer of a row states the version of a record or of a file. */
export function hasEtag({ output }: HttpRequest): boolean {
  if (isFile(output)) return output.isVersioned ?? false;
  return output instanceof z.ZodObject && 'etag' in output.shape;
}

/** Whether a request of an agent can be answered with `PendingApproval`. */
export function mayWait({ effect, people }: HttpRequest): boolean {
  return people !== true && (typeof effect === 'function' || canWait(effect));
}

/** The headers that a row reads. */
export function headerParametersOf(row: HttpRequest): HeaderParameter[] {
  return [
    'RequestId',
    ...(row.open ? [] : ['ClientKind' as const]),
    ...(takesIdempotencyKey(row) ? ['IdempotencyKey' as const] : []),
    ...(mayWait(row) ? ['Reason' as const] : []),
    ...('if_match' in row.input.shape ? ['IfMatch' as const] : []),
    ...(addressOf(row).method === 'GET' && hasEtag(row) ? ['IfNoneMatch' as const] : []),
    ...(isFile(row.output) && 'range' in row.input.shape ? ['Range' as const] : []),
  ];
}
