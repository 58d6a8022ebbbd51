import { Router, type Request as HttpRequest, type RequestHandler, type Response } from 'express';
import { Failure } from '../daemon/base/failure.ts';
import { reasonHeader } from '../daemon/contract/approval.ts';
import { addressOf, isFileContent, JsonText, type Request, type RowAddress } from '../daemon/contract/define.ts';
import type { Caller, Dispatch } from '../daemon/handler-types.ts';
import { setEventSeqHeader, sendJson, sendJsonText, sendNotModified, pathOf } from './http/responses.ts';
import type { Auth } from './access/auth.ts';
import { owner } from './access/caller.ts';
import type { RateLimiter } from './access/rate-limit.ts';
import { acceptsEventStream } from './events/event-stream.ts';
import type { EventSource } from './events/source.ts';
import { sendFile } from './http/send-file.ts';
import { bodyReader, inputOf } from './http/input.ts';
import type { Limits } from './http/limits.ts';
import { ownRoutes } from './own-routes.ts';
import { HttpRefusal } from './http/problem.ts';

export type RequestTable = Record<string, Record<string, Request>>;
type Address = ReturnType<typeof addressOf>;

const { path: eventsPath } = addressOf(ownRoutes.events);

const verbs = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

/**
 * Everything below `/api/v1`: first the public addresses, then the token, then all other rows and the bridge's own
 * addresses. So an unknown address answers 401 without a token, and 404 or 405 with a token.
 */
export function apiRouter({
  table,
  addresses,
  dispatch,
  events,
  auth,
  rateLimiter,
  limits,
  own,
}: {
  table: RequestTable;
  addresses: readonly RowAddress[];
  dispatch: Dispatch;
  events: EventSource;
  auth: Auth;
  rateLimiter: RateLimiter;
  limits: Limits;
  own: Record<keyof typeof ownRoutes, RequestHandler>;
}): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const routes = [...ownApiRoutes(own), ...rowApiRoutes(table, addresses, { dispatch, limits })];
  const protectedRoutes = routes.filter((route) => !route.isOpen);
  const fixedHandlers = fixedPathHandlers(protectedRoutes);
  mountRoutes(
    router,
    routes.filter((route) => route.isOpen),
  );
  // Express compiles a pattern for each of its routes, so they are added with the first request that needs them.
  let searched: Router | undefined;
  const searchRoutes: RequestHandler = (...request) => {
    searched ??= mountRoutes(Router({ caseSensitive: true, strict: true }), protectedRoutes);
    return searched(...request);
  };
  router.use((request, response, next) => {
    const isEventStream = request.path === eventsPath && acceptsEventStream(request);
    response.locals.caller = isEventStream ? auth.checkEvents(request) : auth.check(request);
    rateLimiter.count(response.locals.caller as Caller, response);
    setEventSeqHeader(response, events);
    const handler = fixedHandlers.get(`${request.method} ${request.path}`) ?? searchRoutes;
    return handler(request, response, next);
  });
  router.use(refuseUnknown(routes.map((route) => route.address)));
  return router;
}

/** Fixed paths are found in a map at once; Express searches its routes in sequence. */
function fixedPathHandlers(routes: readonly ApiRoute[]): Map<string, RequestHandler> {
  const fixed = routes.filter(({ address }) => !address.path.includes('{'));
  return new Map(fixed.map(({ address: { method, path }, handler }) => [`${method} ${path}`, handler] as const));
}

function mountRoutes(router: Router, routes: readonly ApiRoute[]): Router {
  for (const { address, handler } of routes) router[verbs[address.method]](expressPath(address.path), handler);
  return router;
}

type ApiRoute = { address: Address; isOpen: boolean; handler: RequestHandler };

function ownApiRoutes(own: Record<keyof typeof ownRoutes, RequestHandler>): ApiRoute[] {
  return Object.entries(own).map(([name, handler]) => {
    const { http, open } = ownRoutes[name as keyof typeof ownRoutes];
    return { address: addressOf({ http }), isOpen: open, handler };
  });
}

function rowApiRoutes(table: RequestTable, addresses: readonly RowAddress[], deps: RowHandlerDeps): ApiRoute[] {
  return addresses.map(({ feature, row, http, isOpen }) => {
    const address = addressOf({ http });
    let handler: RequestHandler | undefined;
    return {
      address,
      isOpen,
      // The row is read with its first request.
      handler(...request) {
        handler ??= rowHandler(`${feature}.${row}`, rowOf(table, feature, row), address, deps);
        return handler(...request);
      },
    };
  });
}

function rowOf(table: RequestTable, feature: string, name: string): Request {
  const row = table[feature]?.[name];
  if (!row) throw new Error(`${feature}.${name} has an address and no row`);
  return row;
}

type RowHandlerDeps = { dispatch: Dispatch; limits: Limits };

function rowHandler(
  name: string,
  row: Request,
  { method }: Address,
  { dispatch, limits }: RowHandlerDeps,
): RequestHandler {
  const readBody = bodyReader(row, method, limits);
  const answer: RequestHandler = async (request, response) => {
    const caller = row.open ? owner : (response.locals.caller as Caller);
    const options = {
      ...idempotencyKeyOf(row, request),
      ...reasonOf(request),
      ...(row.awaits && { signal: abortOnDisconnect(response) }),
    };
    const reply = await dispatch(name, inputOf(row, request, limits), caller, options);
    setEtagHeader(response, reply);
    if (isUnchanged(request, response)) {
      if (isFileContent(reply)) reply.stream.destroy();
      return sendNotModified(response);
    }
    if ('range' in row.input.shape) response.setHeader('accept-ranges', 'bytes');
    if (isFileContent(reply)) await sendFile(request, response, reply);
    else if (reply instanceof JsonText) sendJsonText(response, 200, reply.text);
    else sendJson(response, 200, reply);
  };
  if (!readBody) return answer;
  return async (request, response, next) => {
    await readBody(request, response);
    return answer(request, response, next);
  };
}

/** Aborts when the client disconnects before the answer. */
function abortOnDisconnect(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) controller.abort(clientGoneError());
  });
  return controller.signal;
}

function clientGoneError(): Failure {
  return new Failure('unavailable', 'client_gone', 'The client closed the connection, so no reply was created.');
}

/** The Idempotency-Key of a request that may change something (draft-ietf-httpapi-idempotency-key-header). */
function idempotencyKeyOf({ effect }: Request, { headers, method }: HttpRequest): { idempotencyKey?: string } {
  const value = headers['idempotency-key'];
  const isRead = typeof effect !== 'function' && effect.safety === 'read';
  if (value === undefined || method === 'GET' || isRead) return {};
  if (typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)) return { idempotencyKey: value };
  throw new HttpRefusal(
    400,
    'invalid_idempotency_key',
    'The header Idempotency-Key must be 1 to 255 printable ASCII characters, such as a UUID.',
  );
}

/** Why the caller asks. Node decodes headers as Latin-1, and callers send UTF-8. */
function reasonOf({ headers }: HttpRequest): { reason?: string } {
  const value = headers[reasonHeader];
  return typeof value === 'string' ? { reason: Buffer.from(value, 'latin1').toString('utf8') } : {};
}

/** The answer with an editable record states its version for a later If-Match (RFC 9110, 8.8.3). */
function setEtagHeader(response: Response, reply: unknown): void {
  if (typeof reply === 'object' && reply !== null && 'etag' in reply && typeof reply.etag === 'string')
    response.setHeader('etag', `"${reply.etag}"`);
}

/** Whether the client has this version already (RFC 9110, 13.1.2, by weak comparison). */
function isUnchanged({ method, headers }: HttpRequest, response: Response): boolean {
  const etag = response.getHeader('etag');
  const known = headers['if-none-match'];
  if (etag === undefined || known === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  return known.trim() === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function refuseUnknown(addresses: readonly Address[]): RequestHandler {
  return (request) => {
    const asked = pathOf(request);
    const methods = new Set<string>(
      addresses.filter(({ path }) => pathPattern(path).test(asked)).map(({ method }) => method),
    );
    if (methods.size === 0)
      throw new HttpRefusal(404, 'unknown_address', `There is nothing at this address. See ${ownRoutes.openapi.http}.`);
    if (methods.has('GET')) methods.add('HEAD');
    const allow = [...methods].join(', ');
    throw new HttpRefusal(405, 'method_not_allowed', `This address accepts only ${allow}.`, { headers: { allow } });
  };
}

function pathPattern(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll('.', '\\.')));
  return new RegExp(`^${parts.join('/')}$`);
}
