import type { Address } from '../../../contract/fields.ts';

/** A message before it is serialized. `buildMessage` makes its bytes, always the same for the same message. */
export type OutgoingMessage = {
  from: Address;
  to: readonly Address[];
  cc: readonly Address[];
  /** Only included in drafts on a server, never in a sent message. */
  bcc: readonly Address[];
  subject: string;
  date: Date;
  /** Message-ID without brackets. */
  header_id: string;
  /** Without brackets. */
  in_reply_to: string | null;
  references: readonly string[];
  body: OutgoingBody;
  files: readonly OutgoingFile[];
  /** A reply to an invitation (RFC 6047): a calendar as an alternative of the text, and the same as a file. */
  calendar?: { method: 'REPLY'; ics: string };
  /** Additional fields, such as those that identify a draft on a server. */
  fields?: Readonly<Record<string, string>>;
};

/** `signature` is Markdown, inserted below the written text and above the quoted text. */
export type OutgoingBody =
  | { kind: 'markdown'; markdown: string; signature: string | null }
  | { kind: 'html'; html: string; text: string | null };

export type OutgoingFile = {
  name: string;
  mime_type: string;
  /** In bytes, if known. */
  size?: number;
  /** The content id by which the body shows the file (`cid:…`), if it does. */
  cid: string | null;
  content: () => AsyncIterable<Uint8Array>;
};
