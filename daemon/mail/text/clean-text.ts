/** Well-formed Unicode without NUL, which SQLite and JSON clients handle badly. Clean text is returned unchanged. */
export function cleanText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}
