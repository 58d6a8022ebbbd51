import type { AccountTrouble, SetupTrouble } from '../../contract/account-setup.ts';
import type { TroubleSubject } from './trouble-messages.ts';

/** The meaning of a refused sign-in. */
type Refusal = { what: SetupTrouble; field: AccountTrouble['field']; words: string };

/**
 * Interprets a refused sign-in. Servers use one code for many reasons (RFC 5530; RFC 4954, section 6) and distinguish them
 * only in the reply text, so the texts of large providers are listed here.
 */
export function refusalOf(reply: string, subject: TroubleSubject): Refusal {
  const known = refusals.find(({ pattern }) => pattern.test(reply));
  if (known) return { what: known.what, field: known.field, words: known.words(subject) };
  return { what: 'password', field: 'password', words: wrongPassword(subject) };
}

type KnownRefusal = Omit<Refusal, 'words'> & { pattern: RegExp; words: (subject: TroubleSubject) => string };

/** The first match counts. */
const refusals: readonly KnownRefusal[] = [
  {
    // Gmail, Mail.ru, Zoho, Yahoo.
    pattern: /application[- ]specific password|app(lication)?[- ]password|appspecific/i,
    what: 'password',
    field: 'password',
    words: appPassword,
  },
  {
    // Gmail: "Web login required", "Please log in via your web browser".
    pattern:
      /log ?in via your web browser|web login required|WEBALERT|support\.google\.com\/mail\/accounts\/answer\/78754/i,
    what: 'refused',
    field: null,
    words: ({ server, provider }) =>
      `${provider?.name ?? server} wants to confirm that it’s you. Sign in to your mailbox in the browser, confirm what ` +
      `it asks, and try again here.`,
  },
  {
    // Exchange: SMTP is switched off for the mailbox or the whole organization.
    pattern: /SmtpClientAuthentication is disabled/i,
    what: 'refused',
    field: null,
    words: ({ server }) =>
      `${server} doesn’t let mail apps send from this mailbox. Ask your administrator to allow it (SMTP AUTH).`,
  },
  {
    pattern:
      /basic ?auth(entication)?(blocked| is (disabled|not supported))|BasicAuthBlocked|LogonDenied-BasicAuth|5\.7\.139.*disabled|\b5\.7\.30\b/i,
    what: 'refused',
    field: null,
    words: ({ server, provider }) =>
      `${provider?.name ?? server} doesn’t accept passwords from mail programs, only a sign-in in the browser. Add the account ` +
      `by its address, and sign in with Microsoft.`,
  },
  {
    // Gmail, Zoho, Yandex, QQ; "LOGIN is disabled" of servers that disabled it.
    pattern:
      /not (been )?enabled for IMAP|IMAP( access)? (is |has been )?(disabled|not enabled|switched off)|enable IMAP|IMAP access.*(enable|turn)|service is not open(ed)?|does not have IMAP access|LOGIN (is )?disabled|does not have access rights/i,
    what: 'refused',
    field: null,
    words: imapOff,
  },
  {
    pattern: /\[EXPIRED\]|password (has |is )?expired/i,
    what: 'password',
    field: 'password',
    words: ({ host }) =>
      `The password for ${host} has expired. Set a new one on your provider’s website and enter it here.`,
  },
  {
    pattern: /too many (bad|failed|invalid|login|auth)|AUTH005|rate limit/i,
    what: 'busy',
    field: null,
    words: ({ server }) =>
      `${server} has blocked sign-in for a while after too many wrong passwords. Wait 15 minutes and try again.`,
  },
  {
    pattern:
      /\b(account|user|mailbox)\b.*\b(lock(ed)?|block(ed)?|suspend(ed)?|disabled|deactivated|closed)\b|unsafe login|account is abnormal/i,
    what: 'refused',
    field: null,
    words: ({ server }) =>
      `${server} has locked this account. Sign in on the website of your provider to see why, and try again.`,
  },
];

function wrongPassword(subject: TroubleSubject): string {
  const { server, provider, isSending } = subject;
  if (provider?.sign_in === 'app_password') return appPassword(subject);
  const purpose = isSending ? ', which sends your mail,' : '';
  const first = `${server}${purpose} doesn’t accept this username and password. Check both and enter the password again.`;
  return provider?.note ? `${first} ${provider.note}` : first;
}

function appPassword({ server, provider }: TroubleSubject): string {
  const name = provider?.name ?? server;
  const where = provider && provider.steps.length > 0 ? ' Create one as described, and paste it here.' : '';
  return (
    `${name} doesn’t accept this password. It needs one for mail programs (an app password), not the one you ` +
    `sign in with on its website.${where}`
  );
}

function imapOff({ server, provider }: TroubleSubject): string {
  const hint =
    provider?.note ??
    'Sign in on the website of your provider and turn on IMAP, or access for mail programs, in the settings.';
  return `${provider?.name ?? server} doesn’t let mail programs in for this mailbox. ${hint}`;
}
