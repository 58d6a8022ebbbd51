import { htmlToText } from '../text/html-to-text.ts';
import { lookWithin, pageLook, type Look } from './look.ts';
import { readStyleSheets } from './style-sheet.ts';

type VisibleHtml = {
  /** What people see. Images are written as `[image: …]`, and links with the name of their host. */
  text: string;
  /** What the message contains besides and nobody sees, as far as it is kept to be examined. */
  hiddenText: string;
  /** Number of characters that the style hides. */
  hiddenCharacters: number;
  /** Number of characters in comments. */
  commentCharacters: number;
  images: number;
};

const maxHiddenText = 20_000;

/** Reads HTML as people see it, strictly: what may be invisible is left out. Never throws. */
export function visibleHtml(html: string): VisibleHtml {
  const sheet = readStyleSheets(html);
  let hiddenText = '';
  const { text, hidden } = htmlToText(html, {
    lookOf: (parent, name, attributes) =>
      lookWithin((parent as Look | undefined) ?? pageLook, sheet, { name, attributes }),
    onHidden: (words) => {
      if (hiddenText.length < maxHiddenText) hiddenText += words;
    },
  });
  const comments = commentsIn(html);
  return {
    text,
    hiddenText: `${hiddenText}\n${comments}`.slice(0, maxHiddenText * 2),
    hiddenCharacters: hidden,
    commentCharacters: comments.length,
    images: (html.match(/<img\b/gi) ?? []).length,
  };
}

/** The text of comments, except for those that are code for one mail program. */
function commentsIn(html: string): string {
  return [...html.matchAll(/<!--([^]*?)(?:-->|$)/g)]
    .map(([, content = '']) => content.trim())
    .filter((content) => content !== '' && !/^\[(if|endif)|^<!\[|^(if|endif)/i.test(content))
    .join('\n')
    .slice(0, maxHiddenText);
}
