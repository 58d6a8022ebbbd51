import { headerSection } from '../../identifying-headers.ts';

/**
 * Gmail sends a message to the addresses in its fields To, Cc and Bcc. The recipients that are in none of them get a field Bcc, which
 * Gmail removes from what the recipients see.
 */
type RecipientFields = {
  /** A field Bcc for the front of the message, with its line end; empty if none is needed. */
  bcc: string;
  /** Addresses of the message that are no recipients: it cannot be sent without going to them too. */
  others: string[];
};

/** `head` is the message up to the end of its header section at least. */
export function recipientFields(head: Uint8Array, recipients: readonly string[]): RecipientFields {
  const named = addressesIn(headerSection(head));
  const wanted = new Set(recipients.map((email) => email.toLowerCase()));
  const missing = recipients.filter((email) => !named.has(email.toLowerCase()));
  return {
    // One address in a line, so that no line is too long (RFC 5322, section 2.1.1).
    bcc: missing.length === 0 ? '' : `Bcc: ${missing.map((email) => `<${email}>`).join(',\r\n ')}\r\n`,
    others: [...named].filter((email) => !wanted.has(email)),
  };
}

const field = /^(?:to|cc|bcc)[ \t]*:((?:.*)(?:\r?\n[ \t].*)*)/gim;

/** The addresses of the fields To, Cc and Bcc, in lower case. Names in quotes and comments may look like addresses. */
function addressesIn(section: string): Set<string> {
  const found = new Set<string>();
  for (const [, body = ''] of section.matchAll(field)) {
    const plain = body.replaceAll(/"(?:\\.|[^"\\])*"(?!@)/g, ' ').replaceAll(/\((?:\\.|[^()\\])*\)/g, ' ');
    for (const part of plain.split(/[,;]/)) {
      const address = /<\s*([^<>]+?)\s*>/.exec(part)?.[1] ?? part.trim().replace(/^[^:]*:\s*/, '');
      if (address.includes('@')) found.add(address.toLowerCase());
    }
  }
  return found;
}
