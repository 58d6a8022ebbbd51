import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { addressKey } from '../contact-changes.ts';
import type { CheckedDraft, Original } from './reading.ts';
import { someOf, wholeWords } from './words.ts';

/** To more people than this an answer to all is seldom meant. */
const many = 10;

const toEverybody = wholeWords(
  `(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))[ ,]+(?:all|everyone|everybody|team|folks|both)|hi both
  |(?:hallo|liebe|guten (?:morgen|tag))[ ,]+(?:alle|allerseits|zusammen|beide|ihr lieben|leute|kolleg\\p{L}*)
  |(?:bonjour|salut)[ ,]+(?:à tous|à toutes|tous|tout le monde|les amis)|chers tous|(?:hola|estimados)[ ,]+(?:a todos|todos|todas|equipo)
  |ciao a tutti|buongiorno a tutti|olá a todos|caros todos|(?:hoi|dag|beste)[ ,]+(?:allemaal|allen)|hej alla|hei alle|kära alla`,
);

/**
 * An answer that leaves out people the message went to: worth a warning where its text speaks to all, else a note. Lists are
 * passed over, for they say themselves who is to be answered.
 */
export function leftOutIssues({ draft, recipients, own, written, original }: CheckedDraft): DraftSafetyIssue[] {
  if (!original || original.list_id !== null || !['reply', 'reply_all'].includes(draft.intent)) return [];
  const named = new Set(recipients.map(({ key }) => key));
  const left = [...toBeAnswered(original)].filter((key) => !isOwn(original, own, key) && !named.has(key));
  if (left.length === 0) return [];
  const speaksToAll = toEverybody.test(written.slice(0, 400));
  if (!speaksToAll && draft.intent === 'reply') return [];
  const whom = someOf(left);
  const message = speaksToAll
    ? `You write to all, but ${whom} had the message and will not get your answer. Add them, or send it as it is.`
    : `${whom} had the message and will not get your answer.`;
  return [
    {
      code: 'missing_reply_all_recipient',
      severity: speaksToAll ? 'warning' : 'info',
      message,
      detail: left.join(', '),
      citations: [{ message_id: original.message_id, field: 'recipients' }],
    },
  ];
}

/** An answer to all that goes to many, or that shows who had the message without others knowing it. */
export function replyAllIssues({ draft, recipients, own, original }: CheckedDraft): DraftSafetyIssue[] {
  if (draft.intent !== 'reply_all') return [];
  const others = recipients.filter(({ key }) => !own.has(key));
  const issue = (message: string): DraftSafetyIssue => ({ code: 'reply_all', severity: 'warning', message });
  if (original && others.length > 1 && wasHidden(original, own))
    return [issue('You had this message as a hidden copy (Bcc). An answer to all shows everybody that you have it.')];
  if (others.length <= many) return [];
  return [issue(`Your answer goes to ${others.length} people. See whether all of them need it.`)];
}

function toBeAnswered({ direction, from, recipients: { to, cc, reply_to } }: Original): Set<string> {
  const author = direction === 'outbound' ? [] : reply_to.length > 0 ? reply_to.map(({ email }) => email) : [from];
  return new Set([...author, ...[...to, ...cc].map(({ email }) => email)].map(addressKey));
}

/** An address of the owner's, perhaps with a tag, or one that their server delivers to them. */
function isOwn({ deliveredTo }: Original, own: ReadonlySet<string>, key: string): boolean {
  return [...own, ...deliveredTo].some((email) => withoutTag(addressKey(email)) === withoutTag(key));
}

/** Whether the owner is among those it went to, but not among those it names. */
function wasHidden(original: Original, own: ReadonlySet<string>): boolean {
  const { direction, list_id, recipients } = original;
  if (direction === 'outbound' || list_id !== null) return false;
  const named = [...recipients.to, ...recipients.cc].map(({ email }) => addressKey(email));
  return named.length > 0 && !named.some((key) => isOwn(original, own, key));
}

/** `ada+shop@example.org` is delivered to `ada@example.org`. */
function withoutTag(email: string): string {
  return email.replace(/\+[^@]*@/, '@');
}
