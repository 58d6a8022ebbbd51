import type { ExportFormat } from '../../mail/export/export-chunk.ts';

/** The formats by their names in the two rows that take one. */
export const formatByName = {
  markdown: 'markdown',
  json: 'json',
  mbox: 'mbox',
  eml: 'eml',
  Markdown: 'markdown',
  Json: 'json',
  Mbox: 'mbox',
  LlmContext: 'llm-context',
} as const satisfies Record<string, ExportFormat>;

/** The formats of whole accounts by their names. */
export const mailboxFormats = { Mbox: 'mbox', Eml: 'eml', Json: 'json' } as const;

/** One mbox file for each folder, one file for each message in its folder, or one JSON file for each account. */
export type MailboxFormat = (typeof mailboxFormats)[keyof typeof mailboxFormats];

/** The MIME type and the file extension of each format. */
export const fileTypeOf: Record<ExportFormat, { type: string; extension: string }> = {
  markdown: { type: 'text/markdown; charset=utf-8', extension: 'md' },
  json: { type: 'application/json', extension: 'json' },
  mbox: { type: 'application/mbox', extension: 'mbox' },
  eml: { type: 'message/rfc822', extension: 'eml' },
  'llm-context': { type: 'text/plain; charset=utf-8', extension: 'txt' },
};
