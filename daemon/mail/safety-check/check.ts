import { instantOf } from '../../base/clock.ts';
import type { DraftSafetyIssue, DraftSafetyReport } from '../../contract/draft.ts';
import type { Draft } from '../drafts/drafts.ts';
import { attachmentIssues } from './attachments.ts';
import { completenessIssues } from './completeness.ts';
import { greetingIssues } from './greeting.ts';
import { addressTypoIssues } from './address-typos.ts';
import { confidentialMarkerIssues } from './confidential-markers.ts';
import { readDraft, type CheckedDraft } from './checked-draft.ts';
import { addressIssues, sensitiveDomainIssues, firstTimeExternalIssues } from './recipients.ts';
import { missingRecipientIssues, replyAllIssues } from './reply-all.ts';
import { secretIssues } from './secrets.ts';
import { sendTimeIssues } from './send-time.ts';
import { toneIssues } from './tone.ts';
import type { CheckContext } from './check-context.ts';

type Rule = (checked: CheckedDraft, context: CheckContext) => DraftSafetyIssue[];

/** Rules that can block a message of any origin. */
const rules: readonly Rule[] = [
  addressIssues,
  sensitiveDomainIssues,
  confidentialMarkerIssues,
  secretIssues,
  firstTimeExternalIssues,
];

/** Rules about oversights in messages that a person writes. */
const writingRules: readonly Rule[] = [
  addressTypoIssues,
  greetingIssues,
  missingRecipientIssues,
  replyAllIssues,
  attachmentIssues,
  completenessIssues,
  toneIssues,
];

/**
 * Checks a draft before sending. The same rules apply to every caller, every way of sending, and scheduled sends; the
 * result depends only on the draft, the settings and the stored mail.
 */
export function checkDraft(draft: Draft, context: CheckContext): DraftSafetyReport {
  const checked = readDraft(context.db, draft);
  const applicableRules = draft.purpose === 'mail' ? [...rules, ...writingRules] : rules;
  const issues = [...applicableRules.flatMap((rule) => rule(checked, context)), ...sendTimeIssues(context)];
  const isBlocked = issues.some(({ severity }) => severity === 'blocker');
  const isWarned = issues.some(({ severity }) => severity === 'warning');
  return {
    allowed: !isBlocked,
    verdict: isBlocked ? 'blocked' : isWarned ? 'warn' : 'safe',
    issues,
    checked_at: instantOf(context.now),
  };
}
