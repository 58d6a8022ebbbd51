import type { InputOf, ReplyOf } from '../../handler-types.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import { rewriteText } from '../../mail/assist/drafting.ts';
import { humanizerReport, type HumanizerReport } from '../../mail/assist/humanizer/score.ts';
import { storedVoiceProfile } from '../../mail/assist/voice/profile.ts';
import type { assistRequests } from './contract.ts';
import type { AssistCall, AssistDeps } from './deps.ts';

type Rewrite = (typeof assistRequests)['rewrite'];

/** With this score a text needs no rewriting. */
const goodScore = 95;

/** Rewrites a text until it scores well, and returns the best version: the given one if none is better. */
export async function rewrite(
  { models }: AssistDeps,
  { text, max_iterations, account_id }: InputOf<Rewrite>,
  { db, accounts, signal }: AssistCall,
): Promise<ReplyOf<Rewrite>> {
  const account = account_id === undefined ? undefined : requireAccount(accounts, account_id);
  const voice = account && storedVoiceProfile(db, account.id);
  let best = { text, report: humanizerReport(text, voice) };
  let iterations = 0;
  while (iterations < max_iterations && best.report.score < goodScore) {
    const complaints = complaintsOf(best.report);
    const rewritten = await rewriteText(models, { text: best.text, complaints, voice }, signal);
    iterations += 1;
    const report = humanizerReport(rewritten.text, voice);
    if (report.score <= best.report.score) break;
    best = { text: rewritten.text, report };
  }
  return { kind: 'HumanizedText', ...best, iterations };
}

const maxComplaints = 15;

function complaintsOf({ hits }: HumanizerReport): string[] {
  const complaints = hits.map(({ matched, suggestion }) =>
    [matched === '' ? '' : `“${matched}”:`, suggestion ?? ''].join(' ').trim(),
  );
  return [...new Set(complaints)].slice(0, maxComplaints);
}
