import { cleanText } from './clean.ts';
import { layOut } from './layout.ts';
import { outlineOf } from './outline.ts';

type Projection = {
  /** Clean text: lines of words, `> ` before what is quoted, `- ` or `1. ` before items, `a | b` for rows of data. */
  text: string;
  /** Characters left out because the message hides them from its reader. */
  hidden: number;
  /** Something was cut: more than two million characters, or elements nested deeper than 500. */
  rough: boolean;
};

const maximumHtml = 2_000_000;

/** The plain text that HTML mail reads as. Never throws; takes time in proportion to the HTML's length. */
export function projectHtml(html: string): Projection {
  const { pieces, hidden, isCut } = outlineOf(cleanText(html.slice(0, maximumHtml)));
  const written = layOut(pieces);
  return { text: written.text.toWellFormed(), hidden, rough: isCut || written.isCut || html.length > maximumHtml };
}
