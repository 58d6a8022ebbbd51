/** A formatted message without its trailing quote, and the quote with the lines that introduce it. */
type SplitHtml = { own: string; quote: HtmlQuote | undefined };
type HtmlQuote = { html: string; introduction: string; lines: number };

const markers = [
  '.gmail_quote_container',
  '.gmail_quote',
  '.yahoo_quoted',
  '.protonmail_quote',
  '.moz-cite-prefix',
  '.OutlookMessageHeader',
  '#mail-divRplyFwdMsg',
  'blockquote[type=cite]',
  'div[style*="border-top"]',
].join(', ');
const mayHaveMarkers =
  /gmail_quote|yahoo_quoted|protonmail_quote|moz-cite-prefix|OutlookMessageHeader|divRplyFwdMsg|type="?cite|border-top/i;
/** Headers of an earlier message: what follows them until the end belongs to it. */
const headers = '.moz-cite-prefix, .OutlookMessageHeader, #mail-divRplyFwdMsg, div[style*="border-top"]';

const maxIntroductionLength = 400;
const introductionPattern = /[\d@].*[:：]\s*$/s;
const headerLinePattern = /^\s*\p{L}[\p{L} ]{1,18}\s?[:：]\s*\S/u;
const forwardPattern = /^\s*(?:-{2,}\s*)?(?:begin )?(?:forwarded message|weitergeleitete nachricht|message transféré)/i;

/**
 * Splits off the quote at the end of a formatted message, as the common programs write it. A quote with text after it, a
 * forwarded message, and a message that is nothing but a quote stay whole.
 */
export function splitQuote(html: string): SplitHtml {
  const whole = { own: html, quote: undefined };
  if (!mayHaveMarkers.test(html)) return whole;
  // A document that is not shown loads nothing.
  const inert = document.implementation.createHTMLDocument('');
  const message = inert.createElement('div');
  message.innerHTML = html;
  for (const marker of message.querySelectorAll(markers)) {
    const isHeader = marker.matches(headers);
    if (marker.matches('div[style*="border-top"]') && !isOutlookHeader(marker)) continue;
    if (!isHeader && !isBlank(restAfter(message, marker))) continue;
    const start = introductionBefore(marker, message) ?? marker;
    const range = inert.createRange();
    range.setStartBefore(start);
    range.setEndAfter(message.lastChild ?? start);
    const found = range.cloneContents();
    const lines = linesOf(found);
    if (forwardPattern.test(lines[0] ?? '')) return whole;
    range.deleteContents();
    if (isBlank(message)) return whole;
    const styles = [...message.querySelectorAll('style')].map(({ outerHTML }) => outerHTML).join('');
    const quoted = inert.createElement('div');
    quoted.append(found);
    return {
      own: message.innerHTML,
      quote: {
        html: styles + quoted.innerHTML,
        introduction: lines.slice(0, 4).join(' ').slice(0, maxIntroductionLength),
        lines: lines.length,
      },
    };
  }
  return whole;
}

/** The header that Outlook writes above a quote: a line above it, and at least two fields below. */
function isOutlookHeader(box: Element): boolean {
  const fields = linesOf(box)
    .slice(0, 8)
    .filter((line) => headerLinePattern.test(line));
  return /border-top:\s*solid/i.test(box.getAttribute('style') ?? '') && fields.length >= 3;
}

/** The element or text before a quote that says who wrote it. */
function introductionBefore(marker: Element, message: Element): ChildNode | undefined {
  let at: ChildNode = marker;
  // The introduction may be beside the element that contains only the quote.
  while (at.parentNode instanceof HTMLElement && at.parentNode !== message && isFirst(at)) at = at.parentNode;
  let before = at.previousSibling;
  while (before && isBlank(before)) before = before.previousSibling;
  const text = before?.textContent?.trim() ?? '';
  if (before && text.length <= maxIntroductionLength && introductionPattern.test(text)) return before;
  return at === marker ? undefined : at;
}

function isFirst(node: ChildNode): boolean {
  let before = node.previousSibling;
  while (before && isBlank(before)) before = before.previousSibling;
  return before === null;
}

function restAfter(message: Element, marker: Element): DocumentFragment {
  const range = message.ownerDocument.createRange();
  range.setStartAfter(marker);
  range.setEndAfter(message.lastChild ?? marker);
  return range.cloneContents();
}

/** Trackers, which are not shown. Many programs add one below the quote. */
const invisibleImages = '[data-tracker], [width="0"], [width="1"], [height="0"], [height="1"]';

/** Whether nothing of this is visible. */
function isBlank(node: Node): boolean {
  if (node instanceof Element || node instanceof DocumentFragment) {
    if (node instanceof Element && node.localName === 'style') return true;
    if (node instanceof Element && node.localName === 'img') return node.matches(invisibleImages);
    return [...node.childNodes].every(isBlank);
  }
  return (node.textContent ?? '').replace(/[\s\u200b-\u200d\ufeff]/g, '') === '' || node.nodeType === Node.COMMENT_NODE;
}

const inlineTags =
  /^(?:a|abbr|b|bdi|big|cite|code|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|u|img|wbr)$/;

/** The lines of text that are not blank: each block and each line break begins a new one. */
function linesOf(node: Node): string[] {
  const lines = [''];
  const add = (each: Node): void => {
    if (each.nodeType === Node.TEXT_NODE) lines[lines.length - 1] += each.textContent ?? '';
    else if (each instanceof Element && each.localName !== 'style') {
      const isBlock = !inlineTags.test(each.localName);
      if (isBlock) lines.push('');
      each.childNodes.forEach(add);
      if (isBlock) lines.push('');
    }
  };
  node.childNodes.forEach(add);
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean);
}
