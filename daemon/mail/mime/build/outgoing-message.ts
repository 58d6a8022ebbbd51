import type { Address } from '../../../contract/fields.ts';

/** A message before it is written out. `build.ts` makes its bytes, the same for the same letter. */
export type OutgoingMessage = {
  from: Address;
  to: readonly Address[];
  cc: readonly Address[];
  /** Stands in drafts on a server alone, never in what is sent. */
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
  /** An answer to an invitation (RFC 6047): a calendar beside the text, and the same as a file. */
  calendar?: { method: 'REPLY'; ics: string };
  /** Fields of our own, such as those by which a draft on a server is known again. */
  fields?: Readonly<Record<string, string>>;
};

/** `signature` is Markdown, put below what was written and above what is quoted. */
export type OutgoingBody =
  | { kind: 'markdown'; markdown: string; signature: string | null }
  | { kind: 'html'; html: string; text: string | null };

export type OutgoingFile = {
  name: string;
  mime_type: string;
  /** In bytes, where it is known. */
  size?: number;
  /** Where the body shows it (`cid:…`), what it calls it. */
  cid: string | null;
  content: () => AsyncIterable<Uint8Array>;
};
