import type { ConnectionQueue } from './connection-queue.ts';
import { isStall } from './stall-watch.ts';

/** Receives a sentence when a server has stopped answering a command and is asked differently. */
export type OnStall = (message: string) => void;

/** Throws if the connection was the cause of the error and not what was requested. */
export async function reconnect(
  { queue, signal, onStall }: { queue: ConnectionQueue; signal: AbortSignal; onStall: OnStall },
  error: unknown,
): Promise<void> {
  await queue.use(signal, ({ client }) => client.noop());
  if (isStall(error)) onStall(`${error.message} Posthorn tries again with smaller requests.`);
}
