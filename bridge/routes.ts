import { Router, type Request as HttpRequest, type RequestHandler, type Response } from 'express';
import { Failure } from '../daemon/base/failure.ts';
import { addressOf, isFileContent, isOnHttp, JsonText, type Request } from '../daemon/contract/define.ts';
import type { Dispatch } from '../daemon/dispatch.ts';
import type { Caller } from '../daemon/handling.ts';
import { noteEvents, sendJson, sendJsonText, pathOf } from './answer.ts';
import type { Auth } from './auth.ts';
import { owner } from './caller.ts';
import type { EventSource } from './events/source.ts';
import { sendFile } from './files.ts';
import { bodyReaders, inputOf } from './input.ts';
import type { Limits } from './limits.ts';
import { ownRoutes } from './own-routes.ts';
import { HttpRefusal } from './status.ts';

export type Table = Record<string, Record<string, Request>>;
type Address = ReturnType<typeof addressOf>;

const verbs = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

/**
 * Everything below `/api/v1`: first what is open, then the token, then every other row and the bridge's own addresses.
 * So an address that does not exist says 401 to a stranger, and 404 or 405 to somebody with the token.
 */
export function apiRouter({
  table,
  dispatch,
  events,
  auth,
  limits,
  own,
}: {
  table: Table;
  dispatch: Dispatch;
  events: EventSource;
  auth: Auth;
  limits: Limits;
  own: Record<keyof typeof ownRoutes, RequestHandler>;
}): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const places = [...ownPlaces(own), ...rowPlaces(table, dispatch, limits)];
  const mount = ({ address: { method, path }, handlers }: Place) => {
    router[verbs[method]](expressPath(path), ...handlers);
  };

  const closed = places.filter((place) => !place.isOpen);
  const direct = directHandlers(closed);
  places.filter((place) => place.isOpen).forEach(mount);
  router.use((request, response, next) => {
    response.locals.caller = auth.check(request);
    noteEvents(response, events);
    const handler = direct.get(`${request.method} ${request.path}`) ?? goOn;
    return handler(request, response, next);
  });
  closed.forEach(mount);
  router.use(refuseUnknown(places.map((place) => place.address)));
  return router;
}

/** Addresses that are one fixed path are found at once; Express looks through its routes one by one. */
function directHandlers(places: readonly Place[]): Map<string, RequestHandler> {
  const fixed = places.filter(({ address, handlers }) => !address.path.includes('{') && handlers.length === 1);
  return new Map(
    fixed.flatMap(({ address: { method, path }, handlers: [handler] }) =>
      handler ? [[`${method} ${path}`, handler] as const] : [],
    ),
  );
}

const goOn: RequestHandler = (_request, _response, next) => next();

type Place = { address: Address; isOpen: boolean; handlers: RequestHandler[] };

function ownPlaces(own: Record<keyof typeof ownRoutes, RequestHandler>): Place[] {
  return Object.entries(own).map(([name, handler]) => {
    const { http, open } = ownRoutes[name as keyof typeof ownRoutes];
    return { address: addressOf({ http }), isOpen: open, handlers: [handler] };
  });
}

function rowPlaces(table: Table, dispatch: Dispatch, limits: Limits): Place[] {
  return Object.entries(table).flatMap(([feature, rows]) =>
    Object.entries(rows).flatMap(([key, row]) => {
      if (!isOnHttp(row)) return [];
      const address = addressOf(row);
      const readers = bodyReaders(row, address.method, limits);
      const handler = rowHandler(`${feature}.${key}`, row, { dispatch, limits });
      return [{ address, isOpen: row.open ?? false, handlers: [...readers, handler] }];
    }),
  );
}

function rowHandler(
  name: string,
  row: Request,
  { dispatch, limits }: { dispatch: Dispatch; limits: Limits },
): RequestHandler {
  return async (request, response) => {
    const caller = row.open ? owner : (response.locals.caller as Caller);
    const more = { ...keyOf(row, request), ...(row.awaits && { signal: waitingFor(response) }) };
    const reply = await dispatch(name, inputOf(row, request, limits), caller, more);
    noteVersion(response, reply);
    if ('range' in row.input.shape) response.setHeader('accept-ranges', 'bytes');
    if (isFileContent(reply)) await sendFile(request, response, reply);
    else if (reply instanceof JsonText) sendJsonText(response, 200, reply.text);
    else sendJson(response, 200, reply);
  };
}

/** Aborts when the client goes away before it is answered. */
function waitingFor(response: Response): AbortSignal {
  const waiting = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) waiting.abort(clientGone());
  });
  return waiting.signal;
}

function clientGone(): Failure {
  return new Failure('unavailable', 'client_gone', 'Nobody waits for the answer any more, so it was not made.');
}

/** The Idempotency-Key of a request that may change something (draft-ietf-httpapi-idempotency-key-header). */
function keyOf({ effect }: Request, { headers, method }: HttpRequest): { idempotencyKey?: string } {
  const given = headers['idempotency-key'];
  const isRead = typeof effect !== 'function' && effect.safety === 'read';
  if (given === undefined || method === 'GET' || isRead) return {};
  if (typeof given === 'string' && /^[\x21-\x7e]{1,255}$/.test(given)) return { idempotencyKey: given };
  throw new HttpRefusal(
    400,
    'invalid_idempotency_key',
    'The header Idempotency-Key must be 1 to 255 printable ASCII characters, such as a UUID.',
  );
}

/** A record that people edit says with its answer what a later If-Match has to be (RFC 9110, 8.8.3). */
function noteVersion(response: Response, reply: unknown): void {
  if (typeof reply === 'object' && reply !== null && 'etag' in reply && typeof reply.etag === 'string')
    response.setHeader('etag', `"${reply.etag}"`);
}

function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function refuseUnknown(addresses: readonly Address[]): RequestHandler {
  const forms = addresses.map(({ method, path }) => ({ method, form: formOf(path) }));
  return (request) => {
    const path = pathOf(request);
    const methods = new Set<string>(forms.filter(({ form }) => form.test(path)).map(({ method }) => method));
    if (methods.size === 0)
      throw new HttpRefusal(404, 'unknown_address', `Nothing answers at this address. See ${ownRoutes.openapi.http}.`);
    if (methods.has('GET')) methods.add('HEAD');
    const allow = [...methods].join(', ');
    throw new HttpRefusal(405, 'method_not_allowed', `This address answers ${allow} only.`, { headers: { allow } });
  };
}

function formOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll('.', '\\.')));
  return new RegExp(`^${parts.join('/')}$`);
}
