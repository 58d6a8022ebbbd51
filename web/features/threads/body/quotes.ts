import type { MessageBody } from '../../../../daemon/contract/body.ts';

/** A run of a plain-text message: written or forwarded text, a quote, or a signature. */
type TextPart = { kind: 'words' | 'quote' | 'signature'; text: string };

type Block = MessageBody['text_blocks'][number];

const partKinds: Record<Block['kind'], TextPart['kind']> = {
  own: 'words',
  forwarded: 'words',
  attribution: 'quote',
  quote: 'quote',
  signature: 'signature',
};

/** Splits a text into runs. The attribution belongs to its quote, and blank runs are omitted. */
export function textPartsOf(text: string, blocks: readonly Block[]): TextPart[] {
  const parts: TextPart[] = [];
  for (const { kind, start, end } of blocks) {
    const last = parts.at(-1);
    const piece = text.slice(start, end);
    if (piece.trim() === '') {
      if (last) last.text += piece;
    } else if (last?.kind === partKinds[kind]) last.text += piece;
    else parts.push({ kind: partKinds[kind], text: piece });
  }
  return parts.map((part) => ({ ...part, text: part.text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '') }));
}

/** The lines of a quote with one level of marks removed. */
export function unquote(text: string): string {
  return text.replace(/^\s?> ?/gm, '');
}

/** A signature without the dashes or the rule above it. */
export function withoutSeparator(signature: string): string {
  return signature.replace(/^\s*(?:[-_=*~–—]{2,}|[–—])[ \t]*(?:\r?\n|$)/, '');
}

/** The paragraphs of a text, separated by blank lines. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ''))
    .filter(Boolean);
}
