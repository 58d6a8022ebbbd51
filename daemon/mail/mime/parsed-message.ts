import type { Address } from '../../contract/fields.ts';
import type { SendingFields } from './headers/sending-fields.ts';
import type { ListUnsubscribe } from './headers/unsubscribe.ts';

/**
 * The source of a text: the plain text of the message, text derived from its HTML, or a rough extract if that failed.
 */
export type TextOrigin = 'exact' | 'derived_from_html' | 'best_effort_summary';

/** A message as the store and the index need it. Texts are well-formed Unicode without NUL. */
export type ParsedMessage = {
  header_id: string | null;
  in_reply_to: string | null;
  references: string[];
  /** The instant of the Date header; null if it is missing or unreadable. */
  date: string | null;
  /** The instant of the topmost Received header. */
  received: string | null;
  subject: string;
  from: Address;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  reply_to: Address[];
  /** Addresses of Delivered-To, X-Original-To and Envelope-To, in lower case, without duplicates. */
  delivered_to: string[];
  list_id: string | null;
  unsubscribe: ListUnsubscribe;
  sending: SendingFields;
  text: string;
  text_origin: TextOrigin;
  snippet: string;
  attachments: ParsedAttachment[];
  report: Report | null;
  /** Bits of `messages/content-flags.ts`. */
  contentFlags: number;
  /** What was truncated or guessed, one sentence each. */
  notes: string[];
};

/** The content transfer encoding of a part. The last two are embedded in a text. */
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
  /**
   * The IMAP part number (RFC 3501, section 6.4.5), `2.1`; for a file embedded in a text part, the number of that part.
   */
  part: string;
  /** The byte range of the part in the message, still encoded. */
  start: number;
  end: number;
  encoding: TransferEncoding;
};

/** A machine-generated report about a message sent earlier (RFC 3464, RFC 5965, RFC 8098). */
export type Report = {
  kind: 'delivery' | 'feedback' | 'disposition';
  /** Message-ID of the reported message, without brackets. */
  about: string | null;
  recipients: {
    email: string;
    /**
     * `failed`, `delayed`, `delivered`, `relayed`, `expanded`; for feedback its type (`abuse`); for dispositions the
     * action.
     */
    outcome: string;
    /** RFC 3463 code, such as `5.1.1`. */
    status: string | null;
    diagnostic: string | null;
  }[];
};
