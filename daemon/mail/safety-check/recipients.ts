import type { DraftSafetyIssue } from '../../contract/draft.ts';
import type { CheckContext } from './check.ts';
import { insideOf } from './inside.ts';
import { isWithin, type CheckedDraft, type Recipient } from './reading.ts';
import { someOf } from './words.ts';

/** Nobody to send it to, or something that is no address. */
export function addressIssues({ recipients, bad }: CheckedDraft): DraftSafetyIssue[] {
  const issues = bad.map((typed): DraftSafetyIssue => ({
    code: 'invalid_recipient',
    severity: 'blocker',
    message: `"${typed}" is no address that mail can be sent to. Correct it or take it out.`,
  }));
  if (bad.length === 0 && recipients.length === 0)
    issues.push({
      code: 'no_recipients',
      severity: 'blocker',
      message: 'Nobody is named to send it to. Add an address.',
    });
  return issues;
}

/** Domains the owner has said must not be written to, and what lies below them; also in Bcc. */
export function sensitiveIssues({ recipients }: CheckedDraft, { settings }: CheckContext): DraftSafetyIssue[] {
  const found = recipients.filter(({ domain }) => isWithin(domain, settings.recipients.sensitive_domains));
  if (found.length === 0) return [];
  const message = `Mail to ${someOf(found.map(emailOf))} is stopped: your settings name ${found.length > 1 ? 'these domains' : 'this domain'} as sensitive. Take ${found.length > 1 ? 'them' : 'it'} out, or send it all the same.`;
  return [{ code: 'sensitive_domain', severity: 'blocker', message, detail: found.map(emailOf).join(', ') }];
}

/** People outside whom the owner has neither written to nor had mail from, where the owner wants to hear of it. */
export function strangerIssues(checked: CheckedDraft, { settings }: CheckContext): DraftSafetyIssue[] {
  if (!settings.recipients.warn_on_first_time_external) return [];
  const isInside = insideOf(checked, settings.recipients.internal_domains);
  const strangers = checked.recipients.filter((each) => !isInside(each) && !checked.known.has(each.key));
  if (strangers.length === 0) return [];
  const message = `This is your first mail to ${someOf(strangers.map(emailOf))}, outside your organisation. See whether the address is right.`;
  return [{ code: 'first_time_external', severity: 'warning', message, detail: strangers.map(emailOf).join(', ') }];
}

const emailOf = ({ email }: Recipient) => email;
