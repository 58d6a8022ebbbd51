import type { Request, RequestHandler, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../daemon/handler-types.ts';
import type { Auth } from './access/auth.ts';
import type { RateLimiter } from './access/rate-limit.ts';
import { jsonBodyReader } from './http/input.ts';
import type { Limits } from './http/limits.ts';
import { HttpRefusal } from './http/problem.ts';
import { apiHeaders } from './http/responses.ts';

/** Where the bridge serves tools, as Streamable HTTP of the Model Context Protocol. */
export const toolPath = '/mcp';

export type ToolServer = (
  request: IncomingMessage,
  response: ServerResponse,
  call: { caller: Caller; body: unknown },
) => Promise<void>;

type ToolRouteDeps = { toolServer: ToolServer | undefined; auth: Auth; rateLimiter: RateLimiter; limits: Limits };

/**
 * Answers tools behind the guard. Only a token that was created for a tool opens it: neither the owner's, which would give
 * the program more rights than a tool has, nor one for scripts or agents.
 */
export function toolRoute({ toolServer, auth, rateLimiter, limits }: ToolRouteDeps): RequestHandler {
  const readBody = jsonBodyReader(limits);
  return async (request: Request, response: Response) => {
    if (!toolServer) throw new HttpRefusal(404, 'unknown_address', 'There is nothing at this address.');
    const caller = auth.check(request);
    rateLimiter.count(caller, response);
    if (caller.origin !== 'mcp' || caller.token_id === undefined) throw notForTools();
    if (request.method !== 'POST') {
      const headers = { allow: 'POST' };
      throw new HttpRefusal(405, 'method_not_allowed', 'This address accepts only POST.', { headers });
    }
    await readBody(request, response);
    for (const [name, value] of Object.entries(apiHeaders)) response.setHeader(name, value);
    await toolServer(request, response, { caller, body: request.body });
  };
}

function notForTools(): HttpRefusal {
  return new HttpRefusal(403, 'no_tool_token', 'This address needs a token that was created for a tool.', {
    detail: 'Create one in the settings under “Connect a program”, or with POST /platform/tokens and the origin "mcp".',
  });
}
