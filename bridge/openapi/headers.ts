import { z } from 'zod';
import { addressOf, isFile, type HttpRequest } from '../../daemon/contract/define.ts';
import { clientKinds } from '../access/caller.ts';
import { takesIdempotencyKey } from './error-responses.ts';

/** Request headers with the same meaning on every address, by their name in the document. */
export const headerParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'A word of your own for this request: the answer and the log carry it. Without it one is made.',
    schema: { type: 'string', pattern: '^[\\w.-]{1,128}$' },
    example: 'digest-2026-03-10',
  },
  ClientKind: {
    name: 'X-Client-Kind',
    in: 'header',
    description: 'Says that something with fewer rights asks on behalf of who holds the token. It never gives rights.',
    schema: { type: 'string', enum: clientKinds },
    example: 'script',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Carried out once, however often it is sent within 24 hours: a repetition gets the answer of the first time.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '7d0f5c1e-52f4-4c0b-9d0e-3a1f7f3b2c10',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the record as it was read. Where it has been changed since, nothing is done (412).',
    schema: { type: 'string' },
    example: '"5c1f0a9be2d34c77"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The ETag of the record as it was read. Where it is still the same, the answer is 304, without a body.',
    schema: { type: 'string' },
    example: '"5c1f0a9be2d34c77"',
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'A part of the file. Several parts, or anything that cannot be read, ask for the whole.',
    schema: { type: 'string', pattern: '^bytes=\\d*-\\d*$' },
    example: 'bytes=0-65535',
  },
} as const;
type HeaderParameter = keyof typeof headerParameters;

/** Response headers, by their name in the document. */
export const responseHeaders = {
  RequestId: {
    description: 'The word this request has in the log',
    schema: { type: 'string' },
    example: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
  },
  EventSeq: {
    description:
      'The `seq` of the newest event when this was asked for: an event socket with `?since=` it misses nothing that came after',
    schema: { type: 'integer', minimum: 0 },
    example: 1200,
  },
  ETag: {
    description: 'What If-Match has to be for a change of this record',
    schema: { type: 'string' },
    example: '"5c1f0a9be2d34c77"',
  },
} as const;

/** Whether the answer of a row states the version of a record. */
export function hasEtag({ output }: HttpRequest): boolean {
  return output instanceof z.ZodObject && 'etag' in output.shape;
}

/** The headers that a row reads. */
export function headerParametersOf(row: HttpRequest): HeaderParameter[] {
  return [
    'RequestId',
    ...(row.open ? [] : ['ClientKind' as const]),
    ...(takesIdempotencyKey(row) ? ['IdempotencyKey' as const] : []),
    ...('if_match' in row.input.shape ? ['IfMatch' as const] : []),
    ...(addressOf(row).method === 'GET' && hasEtag(row) ? ['IfNoneMatch' as const] : []),
    ...(isFile(row.output) && 'range' in row.input.shape ? ['Range' as const] : []),
  ];
}
