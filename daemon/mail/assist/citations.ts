import { visibleText } from '../../base/fence.ts';
import type { Citation } from './model-texts.ts';
import type { NumberedMessage } from './fit-messages.ts';

const maxQuoteLength = 300;

/** The marks of messages in a text, as in ` [1, 3]`; empty if none of the numbers is one of a message. */
export function citationMark(numbers: readonly number[], messages: readonly NumberedMessage[]): string {
  const known = knownNumbers(numbers, messages);
  return known.length === 0 ? '' : ` [${known.join(', ')}]`;
}

/** A citation for each of these messages, in order, with the beginning of its text. */
export function messageCitations(numbers: readonly number[], messages: readonly NumberedMessage[]): Citation[] {
  return knownNumbers(numbers, messages).map((number) => {
    const { message_id, thread_id, text } = messages.find((message) => message.number === number)!;
    return { field: String(number), message_id, thread_id, quote: oneLine(text).slice(0, 120).toWellFormed() };
  });
}

/** A citation of words, if the message contains them; models make up quotes. */
export function quoteCitation(
  { number, quote, field }: { number: number; quote: string; field: string },
  messages: readonly NumberedMessage[],
): Citation | undefined {
  const message = messages.find((each) => each.number === number);
  const words = oneLine(visibleText(quote)).slice(0, maxQuoteLength).toWellFormed();
  if (!message || words.length < 3 || !oneLine(visibleText(message.text)).includes(words)) return undefined;
  return { field, message_id: message.message_id, thread_id: message.thread_id, quote: words };
}

function knownNumbers(numbers: readonly number[], messages: readonly NumberedMessage[]): number[] {
  const known = new Set(messages.map(({ number }) => number));
  return [...new Set(numbers)].filter((number) => known.has(number)).toSorted((a, b) => a - b);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
