import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { addressKey } from '../contacts/changes.ts';
import type { CheckedDraft, CheckedOriginal } from './checked-draft.ts';
import { formatNames, wholeWords } from './text-helpers.ts';

/** A reply to more recipients than this is rarely intended. */
const maxReplyAllRecipients = 10;

const groupGreetingPattern = wholeWords(
  `(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))[ ,]+(?:all|everyone|everybody|team|folks|both)|hi both
  |(?:hallo|liebe|guten (?:morgen|tag))[ ,]+(?:alle|allerseits|zusammen|beide|ihr lieben|leute|kolleg\\p{L}*)
  |(?:bonjour|salut)[ ,]+(?:à tous|à toutes|tous|tout le monde|les amis)|chers tous|(?:hola|estimados)[ ,]+(?:a todos|todos|todas|equipo)
  |ciao a tutti|buongiorno a tutti|olá a todos|caros todos|(?:hoi|dag|beste)[ ,]+(?:allemaal|allen)|hej alla|hei alle|kära alla`,
);

/**
 * A reply that omits recipients of the original: a warning if its text addresses all, else a note. Mailing lists are
 * skipped, because they define themselves where replies go.
 */
export function missingRecipientIssues({
  draft,
  recipients,
  ownAddresses,
  ownText,
  original,
}: CheckedDraft): DraftSafetyIssue[] {
  if (!original || original.list_id !== null || !['reply', 'reply_all'].includes(draft.intent)) return [];
  const named = new Set(recipients.map(({ key }) => key));
  const missing = [...expectedRecipients(original)].filter(
    (key) => !isOwn(original, ownAddresses, key) && !named.has(key),
  );
  if (missing.length === 0) return [];
  const greetsEveryone = groupGreetingPattern.test(ownText.slice(0, 400));
  if (!greetsEveryone && draft.intent === 'reply') return [];
  const recipientList = formatNames(missing);
  const message = greetsEveryone
    ? `You greet everyone, but ${recipientList} received the message but won’t get your reply.`
    : `${recipientList} received the message but won’t get your reply.`;
  return [
    {
      code: 'missing_reply_all_recipient',
      severity: greetsEveryone ? 'warning' : 'info',
      message,
      detail: missing.join(', '),
      citations: [{ message_id: original.message_id, field: 'recipients' }],
    },
  ];
}

/** A reply to all that goes to many recipients, or that reveals a Bcc recipient of the original. */
export function replyAllIssues({ draft, recipients, ownAddresses, original }: CheckedDraft): DraftSafetyIssue[] {
  if (draft.intent !== 'reply_all') return [];
  const others = recipients.filter(({ key }) => !ownAddresses.has(key));
  const issue = (message: string): DraftSafetyIssue => ({ code: 'reply_all', severity: 'warning', message });
  if (original && others.length > 1 && wasBccRecipient(original, ownAddresses))
    return [issue('You received this message as Bcc. If you reply to all, everyone will see that you have it.')];
  if (others.length <= maxReplyAllRecipients) return [];
  return [issue(`Your reply goes to ${others.length} people. Check that all of them need it.`)];
}

function expectedRecipients({ direction, from, recipients: { to, cc, reply_to } }: CheckedOriginal): Set<string> {
  const author = direction === 'outbound' ? [] : reply_to.length > 0 ? reply_to.map(({ email }) => email) : [from];
  return new Set([...author, ...[...to, ...cc].map(({ email }) => email)].map(addressKey));
}

/** An address of the user, possibly with a subaddress, or an address that the user's server delivers to them. */
function isOwn({ deliveredTo }: CheckedOriginal, own: ReadonlySet<string>, key: string): boolean {
  return [...own, ...deliveredTo].some((email) => withoutSubaddress(addressKey(email)) === withoutSubaddress(key));
}

/** Whether the user received the original, but is not among its visible recipients. */
function wasBccRecipient(original: CheckedOriginal, own: ReadonlySet<string>): boolean {
  const { direction, list_id, recipients } = original;
  if (direction === 'outbound' || list_id !== null) return false;
  const named = [...recipients.to, ...recipients.cc].map(({ email }) => addressKey(email));
  return named.length > 0 && !named.some((key) => isOwn(original, own, key));
}

/** `ada+shop@example.org` is delivered to `ada@example.org`. */
function withoutSubaddress(email: string): string {
  return email.replace(/\+[^@]*@/, '@');
}
