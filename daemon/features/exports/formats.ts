import type { ExportFormat } from '../../mail/export/piece.ts';

/** The formats by the names of the two rows that take one. */
export const formatNamed = {
  markdown: 'markdown',
  json: 'json',
  mbox: 'mbox',
  eml: 'eml',
  Markdown: 'markdown',
  Json: 'json',
  Mbox: 'mbox',
  LlmContext: 'llm-context',
} as const satisfies Record<string, ExportFormat>;

/** The type of a file of each format, and how its name ends. */
export const kindOf: Record<ExportFormat, { type: string; ending: string }> = {
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md' },
  json: { type: 'application/json', ending: 'json' },
  mbox: { type: 'application/mbox', ending: 'mbox' },
  eml: { type: 'message/rfc822', ending: 'eml' },
  'llm-context': { type: 'text/plain; charset=utf-8', ending: 'txt' },
};
