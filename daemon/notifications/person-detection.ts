import { isMachineAddress } from '../mail/contacts/rank.ts';
import type { Headers } from '../mail/mime/headers/headers.ts';
import type { ArrivedMail } from './notification-store.ts';

type SenderFacts = Pick<
  ArrivedMail,
  'from_email' | 'list_id' | 'unsubscribe' | 'is_report' | 'received' | 'mailings' | 'sent'
>;

/** Addresses of automatic senders, unless the owner has written to them. */
const programAddress =
  /^(?:alerts?|auto(?:mat(?:ed|ic))?|auto-?confirm|bounces?|digest|mailer|marketing|news(?:letters?)?|notif(?:y|ications?)|offers?|promo(?:tions?)?|root|cron)(?:[-_.+].*)?@/i;

/**
 * Whether a person wrote the message, and not a newsletter, list or machine. `headers` are undefined where they are not
 * stored locally.
 */
export function isFromPerson(mail: SenderFacts, headers: Headers | undefined): boolean {
  if (mail.list_id !== null || mail.unsubscribe !== '"None"' || mail.is_report === 1) return false;
  if (isMachineAddress(mail.from_email.toLowerCase()) || (headers && isAutomatic(headers))) return false;
  if (mail.sent > 0) return true;
  return !programAddress.test(mail.from_email) && mail.mailings * 2 <= mail.received;
}

/** Auto-Submitted: RFC 3834, section 5. The other headers are conventions of bulk mail senders. */
function isAutomatic(headers: Headers): boolean {
  const valueOf = (name: string) => (headers.first(name) ?? '').trim().toLowerCase();
  const automatic = valueOf('auto-submitted');
  return (
    (automatic !== '' && !/^no\b/.test(automatic)) ||
    /^(?:bulk|list|junk|auto_reply)$/.test(valueOf('precedence')) ||
    valueOf('feedback-id') !== '' ||
    valueOf('return-path') === '<>'
  );
}
