import { schemaCompiler } from '../../daemon/contract/test-schema.ts';
import {
  endpointsOf,
  resolveReference,
  type ResponseObject,
  type OpenApiDocument,
  type OperationObject,
} from './openapi-document.ts';

/** An answer over HTTP. `path` is below `/api/v1`, with or without its query. */
export type ReceivedResponse = { method: string; path: string; status: number; type?: string | null; text: string };

/**
 * Describes how an answer differs from the document: an address or status it does not list, a code without an example, or a
 * body of another form, by the path of the field. Undefined if it does not differ.
 */
export function createResponseChecker(document: OpenApiDocument): (answer: ReceivedResponse) => string | undefined {
  const compile = schemaCompiler(document.components.schemas);
  const problemSchema = document.components.schemas['Error'] ?? {};
  const endpoints = endpointsOf(document).map((endpoint) => ({ ...endpoint, pattern: pathPattern(endpoint.path) }));

  const errorIn = ({ method, path, status, type, text }: ReceivedResponse): string | undefined => {
    const candidates = endpoints.filter(({ pattern }) => pattern.test(path.split('?', 1)[0] ?? ''));
    const wanted = method === 'HEAD' ? 'GET' : method;
    const operation = candidates.find((endpoint) => endpoint.method === wanted)?.operation;
    if (!operation)
      return (
        unlistedAddressError(status, candidates.length > 0 ? 405 : 404) ?? compile(problemSchema)(JSON.parse(text))
      );
    const answer = responseOf(operation, status, document);
    if (!answer) return `status ${status} is not in the document`;
    if (method === 'HEAD') return text === '' ? undefined : 'HEAD has a body';
    const [media, { schema = {}, examples }] = Object.entries(answer.content ?? {})[0] ?? ['', {}];
    if (media !== 'application/json') return undefined;
    if (type && !type.startsWith(media)) return `its type is ${type} instead of ${media}`;
    const value = JSON.parse(text) as { code?: string };
    if (status >= 400 && !((value.code ?? '') in (examples ?? {}))) return `code ${value.code} is not in the document`;
    return compile(schema)(value);
  };
  return (answer) => {
    const fault = errorIn(answer);
    return (
      fault &&
      `${answer.method} ${answer.path} was answered with ${answer.status}, and ${fault}: ${answer.text.slice(0, 500)}`
    );
  };
}

/** The pattern of the addresses of a path of the document. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function responseOf(
  { responses }: OperationObject,
  status: number,
  document: OpenApiDocument,
): ResponseObject | undefined {
  const answer = responses[status];
  return answer && resolveReference(answer, document);
}

/** For an address that is not in the document, the answer depends on whether there is a token. */
function unlistedAddressError(status: number, expectedStatus: number): string | undefined {
  return status === 401 || status === expectedStatus
    ? undefined
    : `it is not in the document, which should make it ${expectedStatus}`;
}
