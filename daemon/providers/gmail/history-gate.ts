import { z } from 'zod';
import { ProviderError, type ChangeBatch, type Cursors } from '../provider.ts';
import type { GmailApi, RequestContext } from './api/gmail-api.ts';

/** The stream of the history id up to which IMAP was read. */
export const historyStream = 'gmail history';

const cursorSchema = z.object({ history: z.string(), at: z.number() });

/** IMAP is read at least this often, in milliseconds, whatever the API says. */
const maxAgeMs = 15 * 60_000;

/**
 * Asks the API whether anything has changed, for one quota unit, before every label is asked for over IMAP. Reports the changes of
 * `readChanges` if something has, and stores the history id when all of them were reported.
 */
export async function* changesSinceHistory(
  api: Pick<GmailApi, 'profile' | 'connection'>,
  { cursor, readChanges }: { cursor: string | undefined; readChanges: () => AsyncIterable<ChangeBatch> },
  context: RequestContext,
): AsyncGenerator<ChangeBatch> {
  const history = await currentHistory(api, context);
  const last = cursor === undefined ? undefined : cursorSchema.parse(JSON.parse(cursor));
  const now = api.connection.clock.now().getTime();
  // A clock that was set back does not make the last pass recent.
  const isRecent = last !== undefined && now >= last.at && now - last.at < maxAgeMs;
  if (isRecent && last.history === history) return;
  let isComplete = true;
  for await (const batch of readChanges()) {
    isComplete &&= batch.error === undefined;
    yield batch;
  }
  if (!isComplete || history === undefined) return;
  const next = JSON.stringify({ history, at: now });
  yield { stream: historyStream, cursor: next, arrivals: [], flags: [], removed: [], backfill: false };
}

/** Undefined if the API does not say, for whatever reason: then IMAP is read, which works without the API. */
async function currentHistory(api: Pick<GmailApi, 'profile'>, context: RequestContext): Promise<string | undefined> {
  try {
    return (await api.profile(context)).historyId;
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || thrown.reason === 'auth') throw thrown;
    return undefined;
  }
}

/** The cursors that IMAP knows. */
export function imapCursors(cursors: Cursors): Cursors {
  const { [historyStream]: _, ...rest } = cursors;
  return rest;
}
