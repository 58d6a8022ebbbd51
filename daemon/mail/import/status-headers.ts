import { mboxStatusEnd } from '../export/mbox-status.ts';

/** The status that a mail program wrote into the header: IMAP flags, and whether the message was deleted. */
export type MessageStatus = { flags: string[]; isExpunged: boolean };

/** Mail without a status is old mail, so it counts as read. */
const defaultStatus: MessageStatus = { flags: ['\\Seen'], isExpunged: false };

/** The bits of X-Mozilla-Status, in hexadecimal. */
const mozillaFlagBits = { '\\Seen': 0x1, '\\Answered': 0x2, '\\Flagged': 0x4, $Forwarded: 0x1000 };
const mozillaExpungedBit = 0x8;

/** The letters of Status and X-Status, as Pine, Mutt and Dovecot write them. */
const flagByCharacter: Record<string, string> = {
  R: '\\Seen',
  A: '\\Answered',
  F: '\\Flagged',
  T: '\\Draft',
  D: '\\Deleted',
};

/**
 * The status in the header at the beginning of `head`: X-Mozilla-Status of Thunderbird, X-Gmail-Labels of a Gmail
 * export, Status and X-Status of other programs.
 */
export function readStatus(head: Buffer): MessageStatus {
  const fields = statusFields(head);
  const bits = Number.parseInt(fields.get('x-mozilla-status') ?? '', 16);
  if (!Number.isNaN(bits)) {
    const flags = Object.entries(mozillaFlagBits).flatMap(([flag, bit]) => (bits & bit ? [flag] : []));
    return { flags, isExpunged: (bits & mozillaExpungedBit) !== 0 };
  }
  const labels = fields.get('x-gmail-labels')?.split(',');
  if (labels) {
    const has = (name: string) => labels.some((label) => label.trim() === name);
    return {
      flags: [...(has('Unread') ? [] : ['\\Seen']), ...(has('Starred') ? ['\\Flagged'] : [])],
      isExpunged: false,
    };
  }
  const status = fields.get('status');
  const xStatus = fields.get('x-status');
  const keywords = (fields.get('x-keywords') ?? '').split(/\s+/).filter((word) => keywordPattern.test(word));
  if (status === undefined && xStatus === undefined) return defaultStatus;
  const flags = [...`${status ?? ''}${xStatus ?? ''}`].flatMap((character) => flagByCharacter[character] ?? []);
  return { flags: [...flags, ...keywords], isExpunged: false };
}

/** An IMAP keyword is an atom (RFC 9051, section 9). */
const keywordPattern = /^[\w$!#&'+.,:;<=>?@^`|~/-]{1,200}$/;
const statusFieldPattern = /^(x-mozilla-status|x-gmail-labels|status|x-status|x-keywords):[ \t]*(.{0,1000})/gim;

/**
 * The first occurrence of each of these fields, up to the blank line that ends the header. Status lines of a Posthorn
 * export come first.
 */
function statusFields(head: Buffer): Map<string, string> {
  const end = mboxStatusEnd(head) || headerEnd(head);
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of head.toString('latin1', 0, end).matchAll(statusFieldPattern)) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value.trim());
  }
  return found;
}

function headerEnd(head: Buffer): number {
  const ends = [head.indexOf('\n\n'), head.indexOf('\n\r\n')].filter((at) => at >= 0);
  return Math.min(head.length, ...ends);
}
