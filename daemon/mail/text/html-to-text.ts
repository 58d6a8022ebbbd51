import { cleanText } from './clean-text.ts';
import { layOut } from './layout.ts';
import { outlineOf } from './outline.ts';

type HtmlText = {
  /** Clean text: lines of words, `> ` before what is quoted, `- ` or `1. ` before items, `a | b` for rows of data. */
  text: string;
  /** Characters left out because the message hides them from its reader. */
  hidden: number;
  /** Something was cut: more than two million characters, or elements nested deeper than 500. */
  isTruncated: boolean;
};

const maxHtmlLength = 2_000_000;

/** The plain text that HTML mail reads as. Never throws; takes time in proportion to the HTML's length. */
export function htmlToText(html: string): HtmlText {
  const { pieces, hidden, isCut } = outlineOf(cleanText(html.slice(0, maxHtmlLength)));
  const layout = layOut(pieces);
  return {
    text: layout.text.toWellFormed(),
    hidden,
    isTruncated: isCut || layout.isCut || html.length > maxHtmlLength,
  };
}
