import type { Address } from '../../contract/fields.ts';
import type { ListUnsubscribe } from './headers/unsubscribe.ts';

/** Where a text comes from: written as text, drawn from the HTML, or cut out of it roughly where that failed. */
export type TextOrigin = 'exact' | 'derived_from_html' | 'best_effort_summary';

/** A message as far as the store and the index need it. Texts are well-formed Unicode without NUL. */
export type ParsedMessage = {
  header_id: string | null;
  in_reply_to: string | null;
  references: string[];
  /** What the Date header says, as an instant; null where it is missing or unreadable. */
  date: string | null;
  /** When the topmost Received header says it was taken in, as an instant. */
  received: string | null;
  subject: string;
  from: Address;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  reply_to: Address[];
  /** Addresses of Delivered-To, X-Original-To and Envelope-To, lower-case, each once. */
  delivered_to: string[];
  list_id: string | null;
  unsubscribe: ListUnsubscribe;
  text: string;
  text_origin: TextOrigin;
  snippet: string;
  attachments: ParsedAttachment[];
  report: Report | null;
  /** Bits of `mail/traits.ts`. */
  contentFlags: number;
  /** What was cut or guessed while reading, one sentence each. */
  notes: string[];
};

/** How the bytes of a part travel. The last two stand inside a text. */
export type TransferEncoding = '7bit' | '8bit' | 'binary' | 'base64' | 'quoted-printable' | 'uuencode' | 'yenc';

export type ParsedAttachment = {
  filename: string;
  /** Lower-case type/subtype. */
  mime_type: string;
  /** Decoded bytes. */
  size: number;
  disposition: 'attachment' | 'inline' | 'unspecified';
  /** Without angle brackets. */
  content_id: string | null;
  /** The IMAP part number (RFC 3501, section 6.4.5), `2.1`; for what stands inside a text part, that part's number. */
  part: string;
  /** The stretch of the message's bytes that holds it, still encoded. */
  start: number;
  end: number;
  encoding: TransferEncoding;
};

/** What a machine reports about a message sent earlier (RFC 3464, RFC 5965, RFC 8098). */
export type Report = {
  kind: 'delivery' | 'feedback' | 'disposition';
  /** Message-ID of the message reported on, without brackets. */
  about: string | null;
  recipients: {
    email: string;
    /** `failed`, `delayed`, `delivered`, `relayed`, `expanded`; for feedback its type (`abuse`); for dispositions what was done. */
    outcome: string;
    /** RFC 3463 code, such as `5.1.1`. */
    status: string | null;
    diagnostic: string | null;
  }[];
};
