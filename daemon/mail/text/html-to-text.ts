import { cleanText } from './clean-text.ts';
import { layOut } from './layout.ts';
import { outlineOf, type CarefulReading } from './outline.ts';

type HtmlText = {
  /** Clean text in lines: `> ` before quotes, `- ` or `1. ` before items, `a | b` for rows of data. */
  text: string;
  /** Number of characters left out because the message hides them. */
  hidden: number;
  /** The text was truncated: more than two million characters, or elements nested deeper than 500. */
  isTruncated: boolean;
};

const maxHtmlLength = 2_000_000;

/** The plain text of HTML mail. Never throws; takes linear time. */
export function htmlToText(html: string, reading?: CarefulReading): HtmlText {
  const { pieces, hidden, isCut } = outlineOf(cleanText(html.slice(0, maxHtmlLength)), reading);
  const layout = layOut(pieces);
  return {
    text: layout.text.toWellFormed(),
    hidden,
    isTruncated: isCut || layout.isCut || html.length > maxHtmlLength,
  };
}
