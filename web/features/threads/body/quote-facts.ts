import type { MessageRow } from '../../../../daemon/contract/fields.ts';

/** A quote before it is shown: its lines, and the earlier message it comes from, if that is in the conversation. */
export type QuoteFacts = { lines: number; message: MessageRow | undefined };

/** The message that a quote is introduced as: the newest earlier one whose sender the introduction names. */
export function quotedMessage(introduction: string, earlier: readonly MessageRow[]): MessageRow | undefined {
  const text = introduction.toLowerCase();
  const isNamed = (name: string | null | undefined) => Boolean(name) && text.includes(String(name).toLowerCase());
  return earlier.findLast(({ sender, sender_detail }) => isNamed(sender_detail) || isNamed(sender));
}
