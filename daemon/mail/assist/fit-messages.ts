import type { Fence } from '../../base/fence.ts';
import type { ReadableMessage } from './readable-messages.ts';

/** A message with its number in the request, by which an answer names it. */
export type NumberedMessage = ReadableMessage & { number: number };

export type FittedMessages = {
  /** The fenced messages, oldest first. */
  text: string;
  messages: NumberedMessage[];
  /** What the model could not take in, as a sentence; null if it read everything. */
  note: string | null;
};

/** Numbers messages from 1, oldest first. */
export function numberMessages(messages: readonly ReadableMessage[]): NumberedMessage[] {
  return messages.map((message, index) => ({ ...message, number: index + 1 }));
}

/** Shorter remains of a message are not worth reading. */
const minTextLength = 200;

/** Writes messages into a request within a number of characters: the newest first, until no more fits. */
export function fitMessages(messages: readonly NumberedMessage[], fence: Fence, maxChars: number): FittedMessages {
  const fitted: { message: NumberedMessage; text: string }[] = [];
  let left = maxChars;
  let isCut = false;
  for (const message of messages.toReversed()) {
    const frame = fence.wrap('', aboutLine(message)).length + 2;
    // A long message leaves room for another one.
    const share = fitted.length === 0 && messages.length > 1 ? Math.floor(left * 0.7) : left;
    const room = Math.max(0, share - frame);
    if (room < Math.min(minTextLength, message.text.length)) break;
    const text = message.text.slice(0, room).toWellFormed();
    isCut ||= message.isCut || text.length < message.text.length;
    fitted.unshift({ message, text });
    left -= frame + text.length;
  }
  return {
    text: fitted.map(({ message, text }) => fence.wrap(text, aboutLine(message))).join('\n\n'),
    messages: fitted.map(({ message }) => message),
    note: noteOf(messages.length - fitted.length, isCut),
  };
}

function aboutLine({ number, from, to, date, direction, subject }: NumberedMessage): string {
  const who = direction === 'outbound' ? 'the owner' : from.name || from.email;
  const line = `message ${number}, ${date.slice(0, 10)}, from ${who} to ${to.slice(0, 5).join(', ')}, subject: ${subject}`;
  // It is as foreign as the text, so it must not end the line or the mark.
  return line.replaceAll(/[<>\r\n]+/g, ' ').slice(0, 300);
}

function noteOf(omitted: number, isCut: boolean): string | null {
  const older = omitted === 1 ? 'the oldest message' : `the ${omitted} oldest messages`;
  if (omitted > 0) return `The model didn’t read ${older}, because it can’t take in more text at once.`;
  return isCut ? 'The model read only the beginning of long messages.' : null;
}
