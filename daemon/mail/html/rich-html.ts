/** Whether HTML says more than its text does: tables, pictures, headings, colours. */
export function isRichHtml(html: string): boolean {
  return /<(table|img|h[1-6]|ul|ol|style|font|center)\b|background|bgcolor/i.test(html);
}
