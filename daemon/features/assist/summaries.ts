import { instantOf } from '../../base/clock.ts';
import type { InputOf, ReplyOf } from '../../handler-types.ts';
import { saveModelText, storedModelText, type ModelText } from '../../mail/assist/model-texts.ts';
import { summarizeThread } from '../../mail/assist/summarize.ts';
import type { assistRequests } from './contract.ts';
import type { AssistCall, AssistDeps } from './deps.ts';
import { requireTexts, requireThread } from './thread-messages.ts';

type Summarize = (typeof assistRequests)['summarize'];

export async function summarize(
  deps: AssistDeps,
  { thread_id, refresh }: InputOf<Summarize>,
  { db, accounts, signal }: AssistCall,
): Promise<ReplyOf<Summarize>> {
  const { models, clock } = deps;
  const { thread, account, messages, content_hash } = requireThread(db, accounts, thread_id);
  const subject = { thread };
  const { model } = models.settings('summarize');
  const stored = refresh ? undefined : storedModelText(db, 'summary', { subject, content_hash, model });
  if (stored) return recordOf(stored, true);
  const texts = await requireTexts(deps, messages);
  const written = { ...(await summarizeThread(models, texts, signal)), generated_at: instantOf(clock.now()) };
  saveModelText(db, 'summary', { account: account.id, subject, content_hash }, written);
  return recordOf(written, false);
}

function recordOf(summary: ModelText, from_cache: boolean): ReplyOf<Summarize> {
  return { kind: 'ThreadSummary', ...summary, from_cache };
}
