import type { ServerContext } from '@modelcontextprotocol/server';
import type { ToolCall } from './tool.ts';

/**
 * Reports the progress of a call to a client that asked for it, and every `heartbeatMs` milliseconds that it goes on.
 * Numbers only grow, as the protocol requires.
 */
export function createProgress(
  { mcpReq }: ServerContext,
  heartbeatMs: number,
): { progress: ToolCall['progress']; end(): void } {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return { progress: () => undefined, end: () => undefined };
  let progress = 0;
  let total: number | undefined;
  const send = (message: string) => {
    const params = { progressToken: token, progress, message, ...(total !== undefined && { total }) };
    // A client that has gone is told nothing.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const heartbeat = setInterval(() => {
    if (total === undefined) progress += 1;
    send('Still working…');
  }, heartbeatMs);
  return {
    progress(message, done) {
      if (done) [progress, total] = [Math.max(progress, done.current), done.total];
      else progress += 1;
      send(message);
    },
    end: () => clearInterval(heartbeat),
  };
}
