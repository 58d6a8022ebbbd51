import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { InputOf, ReplyOf } from '../../handler-types.ts';
import { writeBriefing } from '../../mail/assist/briefing.ts';
import { contactFacts, type ContactFacts } from '../../mail/assist/contact-facts.ts';
import { saveModelText, storedModelText, type ModelText } from '../../mail/assist/model-texts.ts';
import type { ReadableMessage } from '../../mail/assist/readable-messages.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import { inertText } from '../../models/inert-text.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import type { assistRequests } from './contract.ts';
import type { AssistCall, AssistDeps } from './deps.ts';
import { requireTexts, requireThread } from './thread-messages.ts';

type OfThread = (typeof assistRequests)['threadBriefing'];
type OfContact = (typeof assistRequests)['contactBriefing'];

export async function briefThread(
  deps: AssistDeps,
  { thread_id, refresh }: InputOf<OfThread>,
  { db, accounts, signal }: AssistCall,
): Promise<ReplyOf<OfThread>> {
  const { models, clock } = deps;
  const { thread, account, messages, content_hash, ...known } = requireThread(db, accounts, thread_id);
  const subject = { thread };
  const { model } = models.settings('briefing');
  const stored = refresh ? undefined : storedModelText(db, 'briefing', { subject, content_hash, model });
  if (stored) return { kind: 'ThreadBriefing', briefing: briefingRecord(stored, known.thread_id, true) };
  const texts = await requireTexts(deps, messages);
  const request = { messages: texts, facts: threadFacts(texts), subject: 'a conversation that has rested for a while' };
  const written = { ...(await writeBriefing(models, request, signal)), generated_at: instantOf(clock.now()) };
  saveModelText(db, 'briefing', { account: account.id, subject, content_hash }, written);
  return { kind: 'ThreadBriefing', briefing: briefingRecord(written, known.thread_id, false) };
}

export async function briefContact(
  deps: AssistDeps,
  { account_id, email, refresh }: InputOf<OfContact>,
  { db, accounts, signal }: AssistCall,
): Promise<ReplyOf<OfContact>> {
  const { models, clock } = deps;
  const account = requireAccount(accounts, account_id);
  const contact = contactFacts(db, account.id, email);
  if (!contact) throw new Failure('missing', 'no_mail', 'There is no mail from or to this person.');
  const subject = { account: account.id, email: contact.email };
  const { content_hash } = contact;
  const { model } = models.settings('briefing');
  const stored = refresh ? undefined : storedModelText(db, 'contact_briefing', { subject, content_hash, model });
  const texts = stored ? [] : await requireTexts(deps, contact.messages);
  const newest = newestThread(db, contact);
  if (stored) return { kind: 'RecipientBriefing', briefing: briefingRecord(stored, newest, true) };
  const request = {
    messages: texts,
    facts: factsAbout(contact),
    subject: 'a person before a message is written to them',
  };
  const written = { ...(await writeBriefing(models, request, signal)), generated_at: instantOf(clock.now()) };
  saveModelText(db, 'contact_briefing', { account: account.id, subject, content_hash }, written);
  return { kind: 'RecipientBriefing', briefing: briefingRecord(written, newest, false) };
}

function briefingRecord(
  { text, citations, model, generated_at }: ModelText,
  thread_id: string,
  from_cache: boolean,
): ReplyOf<OfThread>['briefing'] {
  return { body_markdown: text, citations, from_cache, generated_at, model, thread_id };
}

function newestThread(db: AssistCall['db'], { messages }: ContactFacts): string {
  const [newest] = messagesByIds(db, messages.slice(-1));
  return newest?.thread_id ?? '';
}

function threadFacts(messages: readonly ReadableMessage[]): string[] {
  const [first, last] = [messages[0], messages.at(-1)];
  const people = new Set(messages.map(({ from }) => plain(from.name || from.email)));
  const lines = [`${counted(messages.length, 'message')} by ${[...people].slice(0, 6).join(', ')}`];
  if (first && last) {
    const [begin, end] = [dayOf(first.date), dayOf(last.date)];
    lines.push(begin === end ? `On ${end}` : `From ${begin} to ${end}`);
  }
  return lines;
}

function factsAbout({ name, email, received, sent, last_received, last_sent }: ContactFacts): string[] {
  return [
    plain(name ? `${name}, ${email}` : email),
    `${counted(received, 'message')} from them${last_received > 0 ? `, the last on ${dayAt(last_received)}` : ''}`,
    `${counted(sent, 'message')} to them${last_sent > 0 ? `, the last on ${dayAt(last_sent)}` : ''}`,
  ];
}

function dayAt(seconds: number): string {
  return dayOf(new Date(seconds * 1000).toISOString());
}

function dayOf(instant: string): string {
  return new Date(instant).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A name from mail, without Markdown. */
function plain(text: string): string {
  return inertText(text)
    .replaceAll(/[[\]()*_`#<>!|\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
