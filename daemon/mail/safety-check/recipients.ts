import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { internalRecipientCheck } from './internal-recipients.ts';
import { isWithin, type CheckedDraft, type Recipient } from './checked-draft.ts';
import { formatNames } from './text-helpers.ts';
import type { CheckContext } from './check-context.ts';

/** No recipients, or an invalid address. */
export function addressIssues({ recipients, invalidAddresses }: CheckedDraft): DraftSafetyIssue[] {
  const issues = invalidAddresses.map((address): DraftSafetyIssue => ({
    code: 'invalid_recipient',
    severity: 'blocker',
    message: `"${address}" is no address that mail can be sent to. Correct it or take it out.`,
  }));
  if (invalidAddresses.length === 0 && recipients.length === 0)
    issues.push({
      code: 'no_recipients',
      severity: 'blocker',
      message: 'Add at least one recipient.',
    });
  return issues;
}

/** Sensitive domains in the settings, and their subdomains; also in Bcc. */
export function sensitiveDomainIssues({ recipients }: CheckedDraft, { settings }: CheckContext): DraftSafetyIssue[] {
  const found = recipients.filter(({ domain }) => isWithin(domain, settings.recipients.sensitive_domains));
  if (found.length === 0) return [];
  const message = `Mail to ${formatNames(found.map(emailOf))} is blocked: your settings list ${found.length > 1 ? 'these domains' : 'this domain'} as sensitive.`;
  return [{ code: 'sensitive_domain', severity: 'blocker', message, detail: found.map(emailOf).join(', ') }];
}

/** External recipients without previous correspondence, if the user enabled this warning. */
export function firstTimeExternalIssues(checked: CheckedDraft, { settings }: CheckContext): DraftSafetyIssue[] {
  if (!settings.recipients.warn_on_first_time_external) return [];
  const isInternal = internalRecipientCheck(checked, settings.recipients.internal_domains);
  const strangers = checked.recipients.filter((each) => !isInternal(each) && !checked.history.has(each.key));
  if (strangers.length === 0) return [];
  const message = `This is your first mail to ${formatNames(strangers.map(emailOf))}, outside your organization. Check the address.`;
  return [{ code: 'first_time_external', severity: 'warning', message, detail: strangers.map(emailOf).join(', ') }];
}

const emailOf = ({ email }: Recipient) => email;
