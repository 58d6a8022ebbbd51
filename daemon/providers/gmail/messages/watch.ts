import type { ApiMailbox } from '../api-mailbox.ts';
import type { RequestContext } from '../api/gmail-api.ts';

/** How often the history id is read, in milliseconds. It costs one unit. */
const intervalMs = 30_000;

/** The API announces nothing to a program without a server of its own, so the history id is read at intervals. */
export async function* watchHistory({ api }: ApiMailbox, context: RequestContext): AsyncGenerator<'changed'> {
  const { signal } = context;
  let last: string | undefined;
  while (!signal.aborted) {
    const { historyId } = await api.profile(context);
    if (last !== undefined && last !== historyId) yield 'changed';
    last = historyId;
    await api.connection.clock.wait(intervalMs, signal);
  }
}
