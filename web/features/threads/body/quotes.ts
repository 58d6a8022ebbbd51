import type { MessageBody } from '../../../../daemon/contract/body.ts';

/** A run of a plain-text message: what was written or passed on, what it repeats, or how it was signed. */
type TextPart = { kind: 'words' | 'quote' | 'signature'; text: string };

type Block = MessageBody['text_blocks'][number];

const partKinds: Record<Block['kind'], TextPart['kind']> = {
  own: 'words',
  forwarded: 'words',
  attribution: 'quote',
  quote: 'quote',
  signature: 'signature',
};

/** A text in the parts it is shown in: who is quoted goes with the quote, and what is blank goes. */
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

/** The lines of a quote without their marks, one level off. */
export function unquote(text: string): string {
  return text.replace(/^\s?> ?/gm, '');
}

/** Paragraphs of a text: what blank lines divide. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ''))
    .filter(Boolean);
}
