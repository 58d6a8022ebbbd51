import { createMcpHandler } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { JsonText, isFileContent } from '../../contract/define.ts';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Caller, Dispatch } from '../../handler-types.ts';
import type { Ask, Reply } from './ask.ts';
import { createToolServer } from './tool-server.ts';
import { toolTiers, type ToolTier } from './tiers.ts';

export type ToolEndpoint = {
  /** Answers a request of a caller whose token was checked, with its parsed body. */
  handle(request: IncomingMessage, response: ServerResponse, call: { caller: Caller; body: unknown }): Promise<void>;
  close(): Promise<void>;
};

/** At most this many streams of changes at a time. There are none to report, but a client may wait for them. */
const maxSubscriptions = 16;

/**
 * The tool server as Streamable HTTP, without sessions. It checks neither Host nor Origin nor token: the bridge does that
 * before.
 */
export function createToolEndpoint({
  dispatch,
  version,
  log,
}: {
  dispatch: Dispatch;
  version: string;
  log: Pick<Log, 'warn'>;
}): ToolEndpoint {
  const onError = (err: unknown) => log.warn({ err }, 'A request of a tool failed');
  const callers = new WeakMap<object, { caller: Caller; tools: ToolTier }>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const known = authInfo?.extra && callers.get(authInfo.extra);
      if (!known) throw new Error('A request has no caller');
      return createToolServer({ ask: askAs(known.caller, dispatch), tools: known.tools, version, onError });
    },
    { onerror: onError, maxSubscriptions },
  );
  const handle = toNodeHandler(handler);
  return {
    async handle(request, response, { caller, body }) {
      const extra = {};
      callers.set(extra, { caller, tools: tierOf(request) });
      const auth = { token: '', clientId: caller.token_id ?? '', scopes: [], extra };
      await handle(Object.assign(request, { auth }), response, body);
    },
    close: handler.close,
  };
}

/** Which tools are offered: `?tools=core` or `?tools=all`. */
function tierOf({ url = '' }: IncomingMessage): ToolTier {
  const wanted = new URLSearchParams(url.split('?')[1]).get('tools');
  return toolTiers.find((tier) => tier === wanted) ?? 'default';
}

function askAs(caller: Caller, dispatch: Dispatch): Ask {
  return async (name, input, { signal, idempotencyKey, reason } = {}) => {
    const reply = await dispatch(name, input, caller, {
      ...(signal && { signal }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(reason !== undefined && { reason }),
    });
    if (isFileContent(reply)) {
      reply.stream.destroy();
      throw new Failure('unsupported', 'not_for_tools', `${name} answers with a file, which tools don’t get.`);
    }
    const value = reply instanceof JsonText ? reply.value() : reply;
    return value as Reply<typeof name>;
  };
}
