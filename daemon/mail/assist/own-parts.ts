import { splitIntoBlocks } from '../text/quotes.ts';

/** A text in parts: those that the user wrote, and quotes and signatures between them. */
export type TextParts = { own: string[]; withOwn: (own: readonly string[]) => string };

/** Takes what the user wrote out of the text of a draft, so that it can be put back changed. Blank lines around it stay. */
export function ownParts(text: string, isReply: boolean): TextParts {
  const blocks = isReply ? splitIntoBlocks(text) : [{ kind: 'own' as const, start: 0, end: text.length }];
  const pieces = blocks.map(({ kind, start, end }) => {
    const whole = text.slice(start, end);
    const words = whole.trim();
    return { whole, words, isOwn: kind === 'own' && words !== '' };
  });
  return {
    own: pieces.filter(({ isOwn }) => isOwn).map(({ words }) => words),
    withOwn(own) {
      const changed = [...own];
      return pieces
        .map(({ whole, words, isOwn }) => {
          if (!isOwn) return whole;
          const at = whole.indexOf(words);
          return `${whole.slice(0, at)}${changed.shift() ?? words}${whole.slice(at + words.length)}`;
        })
        .join('');
    },
  };
}
