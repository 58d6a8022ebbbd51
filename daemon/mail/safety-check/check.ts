import { instantOf } from '../../base/clock.ts';
import type { Config } from '../../config/schema.ts';
import type { DraftSafetyIssue, DraftSafetyReport } from '../../contract/draft.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Draft } from '../drafts.ts';
import { readAddressText } from '../mime/address-text.ts';
import { recipientsOf, type SafetyMode } from '../outbox.ts';

export type CheckContext = {
  db: ReadDb;
  settings: Config['safety'];
  now: Date;
  mode: SafetyMode;
};

/** Everything that is to be considered before a draft goes out. The same rules hold for whoever asks and for whoever sends. */
export function checkDraft(draft: Draft, { now }: CheckContext): DraftSafetyReport {
  const issues = recipientIssues(draft);
  const isBlocked = issues.some(({ severity }) => severity === 'blocker');
  const isWarned = issues.some(({ severity }) => severity === 'warning');
  return {
    allowed: !isBlocked,
    verdict: isBlocked ? 'blocked' : isWarned ? 'warn' : 'safe',
    issues,
    checked_at: instantOf(now),
  };
}

function recipientIssues(draft: Draft): DraftSafetyIssue[] {
  const bad = [draft.to_text, draft.cc_text, draft.bcc_text].flatMap((text) => readAddressText(text).bad);
  const issues = bad.map((typed): DraftSafetyIssue => ({
    code: 'invalid_recipient',
    severity: 'blocker',
    message: `"${typed}" is no address that mail can be sent to.`,
  }));
  if (bad.length === 0 && recipientsOf(draft).length === 0)
    issues.push({ code: 'no_recipients', severity: 'blocker', message: 'Nobody is named to send it to.' });
  return issues;
}
