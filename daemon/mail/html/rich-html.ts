/** Whether HTML has more content than its text: tables, images, headings, colours. */
export function isRichHtml(html: string): boolean {
  return /<(table|img|h[1-6]|ul|ol|style|font|center)\b|background|bgcolor/i.test(html);
}
