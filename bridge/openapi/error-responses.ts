import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { Failure } from '../../daemon/base/failure.ts';
import { addressOf, isUpload, type HttpRequest } from '../../daemon/contract/define.ts';
import { text } from '../../daemon/contract/fields.ts';
import type { JsonSchema } from '../../daemon/contract/json-schema.ts';
import { sharedErrors, type Codes } from './error-codes.ts';
import { HttpRefusal, problemOf } from '../http/problem.ts';

const exampleRequest = '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4';

/** The form of every refusal and failure. */
export const problem = z
  .object({
    error: text('There is no such message.', 'What failed, why, and what to do, in words'),
    code: text('not_found', 'A stable code for programs'),
    retryable: z.boolean().optional().describe('Whether the same request may succeed later, if known'),
    type: z.literal('about:blank'),
    title: text('Not Found'),
    status: z.int().meta({ examples: [404] }),
    detail: text('There is no such message.'),
    request_id: text(exampleRequest, 'The same as the header X-Request-Id, and as in the log'),
  })
  .meta({ id: 'Error', description: 'A refusal or failure. Some codes add fields of their own' });

type ResponseObject = { [member: string]: unknown };
type ErrorResponses = {
  /** The answers that are the same for all addresses, by name. */
  components: Record<string, ResponseObject>;
  /** The answers of a row other than success, by status. */
  forRow(row: HttpRequest): Record<number, ResponseObject>;
  /** The common answers for these statuses. */
  shared(...statuses: number[]): Record<number, ResponseObject>;
  /** A status with the codes of one address in addition to the common ones. */
  withCodes(status: number, codes: Codes): Record<number, ResponseObject>;
};

/** The error answers of the document. `schema` is that of `problem`. */
export function createErrorResponses(schema: JsonSchema): ErrorResponses {
  const components: Record<string, ResponseObject> = {};
  const shared = (status: number): ResponseObject => {
    const name = (STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '');
    components[name] ??= responseOf(schema, status, {});
    return { $ref: `#/components/responses/${name}` };
  };
  return {
    components,
    shared: (...statuses) => Object.fromEntries(statuses.map((status) => [status, shared(status)])),
    withCodes: (status, codes) => ({ [status]: responseOf(schema, status, codes) }),
    forRow(row) {
      const own = Map.groupBy(Object.entries(row.errors ?? {}), ([code, [kind, sentence]]) => {
        return problemOf(new Failure(kind, code, sentence), exampleRequest).status;
      });
      const statuses = new Set([...possibleStatuses(row), ...own.keys()]);
      const answers = [...statuses]
        .toSorted((a, b) => a - b)
        .map((status) => {
          const codes = own.get(status)?.map(([code, [, sentence]]) => [code, sentence] as const);
          return [status, codes ? responseOf(schema, status, Object.fromEntries(codes)) : shared(status)] as const;
        });
      return Object.fromEntries(answers);
    },
  };
}

function responseOf(schema: JsonSchema, status: number, own: Codes): ResponseObject {
  const { when = STATUS_CODES[status] ?? '', codes = {} } = sharedErrors[status] ?? {};
  const examples = Object.entries({ ...codes, ...own }).map(([code, sentence]) => {
    const { body } = problemOf(new HttpRefusal(status, code, sentence), exampleRequest);
    return [code, { summary: sentence, value: body }] as const;
  });
  return {
    description: when,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ...headersOf(status) },
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

function headersOf(status: number): ResponseObject {
  if (status === 401) return { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } };
  if (status === 429) return { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 0 } } };
  return {};
}

/** Whether the header Idempotency-Key has a meaning for a row. */
export function takesIdempotencyKey(row: HttpRequest): boolean {
  return addressOf(row).method !== 'GET' && !isRead(row);
}

/** Whether a row never changes anything, whatever its input. */
function isRead({ effect }: HttpRequest): boolean {
  return typeof effect !== 'function' && effect.safety === 'read';
}

/** The statuses any row of this form may answer, whatever its handler does. */
function possibleStatuses(row: HttpRequest): number[] {
  const hasBody = addressOf(row).method !== 'GET';
  const hasIdempotencyKey = takesIdempotencyKey(row);
  return [
    400,
    403,
    408,
    414,
    429,
    431,
    500,
    ...(row.open ? [] : [401, 503]),
    ...(typeof row.scope === 'object' ? [404] : []),
    ...(hasIdempotencyKey ? [422] : []),
    ...(hasIdempotencyKey && row.awaits ? [409] : []),
    ...('if_match' in row.input.shape ? [412] : []),
    ...(hasBody ? [413] : []),
    ...(hasBody && !isUpload(row.input) ? [415] : []),
    503,
    ...(isRead(row) ? [] : [507]),
  ];
}
