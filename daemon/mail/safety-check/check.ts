import { instantOf } from '../../base/clock.ts';
import type { Config } from '../../config/schema/schema.ts';
import type { DraftSafetyIssue, DraftSafetyReport } from '../../contract/draft.ts';
import type { ReadDb } from '../../store/db.ts';
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

export type CheckContext = {
  db: ReadDb;
  settings: Config['safety'];
  now: Date;
  /** IANA name of the owner's time zone; the machine's own where it is left out. */
  zone?: string | undefined;
  /** When it is to go, where that is decided. */
  send_at?: Date | undefined;
};

type Rule = (checked: CheckedDraft, context: CheckContext) => DraftSafetyIssue[];

/** What may stop a message, whoever wrote it. */
const rules: readonly Rule[] = [
  addressIssues,
  sensitiveDomainIssues,
  confidentialMarkerIssues,
  secretIssues,
  firstTimeExternalIssues,
];

/** What a person who writes may have overlooked. */
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
 * Everything that is to be considered before a draft goes out. The same rules hold for whoever asks, whoever sends, and
 * for what goes by itself at its time; nothing but the draft, the settings and the stored mail decides.
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
