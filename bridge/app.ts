import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Log } from '../daemon/base/log.ts';
import { pathOf, requestIdOf, securityHeaders, sendProblem } from './http/responses.ts';
import type { Connections } from './http/connections.ts';
import { allowOrigin, isPreflight, sendPreflight } from './access/cors.ts';
import type { Guard } from './access/guard.ts';
import { apiBase } from './own-routes.ts';
import { problemOf } from './http/problem.ts';
import { toolPath } from './tool-route.ts';

/** The order of the middleware: fixed headers, connection limits, guard, preflight, API, tools or web interface, errors. */
export function createApp({
  connections,
  guard,
  api,
  tools,
  web,
  log,
}: {
  connections: Pick<Connections, 'trackRequest'>;
  guard: Guard;
  api: RequestHandler;
  tools: RequestHandler;
  web: RequestHandler;
  log: Log;
}): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.use(logRequests(log));
  app.use((request, response, next) => {
    connections.trackRequest(request, response);
    const accepted = guard(request);
    allowOrigin(response, accepted);
    if (isPreflight(request, accepted)) sendPreflight(response);
    else next();
  });
  app.use(apiBase, api);
  app.all(toolPath, tools);
  app.use(web);
  app.use(errorHandler(log));
  return app;
}

const securityHeaderEntries = Object.entries(securityHeaders);

function logRequests(log: Log): RequestHandler {
  return (request, response, next) => {
    const request_id = requestIdOf(request);
    const path = pathOf(request);
    const started = performance.now();
    for (const [name, value] of securityHeaderEntries) response.setHeader(name, value);
    response.setHeader('x-request-id', request_id);
    if (log.isLevelEnabled('debug'))
      response.on('close', () => {
        const ms = Math.round(performance.now() - started);
        log.debug({ request_id, method: request.method, path, status: response.statusCode, ms }, 'Answered');
      });
    next();
  };
}

// Express recognizes an error handler by its four parameters.
function errorHandler(log: Log): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const request_id = String(response.getHeader('x-request-id'));
    const problem = problemOf(error, request_id);
    const isGone = request.destroyed && !request.complete;
    if (problem.isUnexpected && !isGone && !isClosedEarly(error)) {
      log.error({ err: error, request_id, method: request.method, path: pathOf(request) }, 'A request failed');
    }
    if (response.headersSent) response.destroy();
    else sendProblem(response, problem);
  };
}

/** A client that disconnects during a download is not an error. */
function isClosedEarly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
