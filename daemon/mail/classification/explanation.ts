import type { MailKind } from './mail-kind.ts';
import type { MessageKind } from './store.ts';

/** One or two sentences: what a message is, and what that follows from. */
export function explainKind(found: Pick<MessageKind, 'kind' | 'reason' | 'sender' | 'list_id' | 'sent'>): string {
  return `${kindSentence(found)} ${reasonSentences[found.reason](found)}`;
}

const kindNames: Record<MailKind, string> = {
  person: 'This is mail from a person.',
  list: 'This came from a mailing list.',
  newsletter: 'This is a newsletter.',
  notification: 'This is an automatic notification.',
  transaction: 'This is about an order, a payment or a booking.',
  bulk: 'This was sent to many people.',
};

function kindSentence({ kind }: Pick<MessageKind, 'kind'>): string {
  return kind === null ? 'Posthorn can’t tell what kind of mail this is.' : kindNames[kind];
}

type Evidence = Pick<MessageKind, 'sender' | 'list_id' | 'sent'>;

const reasonSentences: Record<MessageKind['reason'], (evidence: Evidence) => string> = {
  corrected_sender: ({ sender }) => `You said so for all mail from ${nameOf(sender)}.`,
  corrected_list: ({ list_id }) => `You said so for all mail of the list ${list_id}.`,
  answers_user: () => 'It’s a reply to a message you sent.',
  correspondent: ({ sender, sent }) =>
    sent === 1 ? `You’ve written to ${sender} once.` : `You’ve written to ${sender} ${sent} times.`,
  delivery_report: () => 'A mail server reports what happened to a message.',
  automatic: () => 'The message says that a program sent it.',
  list: ({ list_id }) =>
    list_id === ''
      ? 'The header names the list that passed it on.'
      : `The header names the list ${list_id}, which passed it on.`,
  list_address: () => 'It’s addressed to a list, and the subject begins with its name.',
  machine_address: ({ sender }) => `${nameOf(sender)} is an address that doesn’t read replies.`,
  mailing_address: ({ sender }) => `${nameOf(sender)} is an address that mailings are sent from.`,
  mailing_header: () => 'The header marks it as part of a mailing.',
  leaving: () => 'It tells how to unsubscribe.',
  mailing_wording: () => 'It’s written like an issue of a newsletter.',
  transaction_wording: () => 'It mentions an order, a payment or a delivery.',
  notification_wording: () => 'It’s written like the notifications that programs send.',
  offer_wording: () => 'It’s written like an advertisement.',
  fraud_wording: () => 'It has phrases that are typical of fraud.',
  many_recipients: () => 'It’s addressed to a large number of people.',
  hidden_recipients: () => 'The recipients are hidden, so it wasn’t written to you alone.',
  reply: () => 'It continues a conversation, and nothing in it looks like a mailing.',
  personal: () => 'It’s written like a letter, and nothing in it looks like a mailing.',
  sales_message: () => 'It’s written like a letter, but it also sells something.',
  form_message: () => 'It’s written like a letter, but also like a form that a program fills in.',
  names_address: () => 'It’s written like a letter, but it calls you by your email address.',
  capitals: () => 'It’s written like a letter, but in capitals.',
  amounts: () => 'It’s written like a letter, but it mentions several amounts, as offers do.',
  template: () => 'It’s written like a letter, but some of it looks like a template.',
  no_text: () => 'There’s almost nothing to read in it.',
  unclear: () => 'There isn’t enough evidence.',
};

function nameOf(sender: string): string {
  return sender === '' ? 'The sender' : sender;
}
