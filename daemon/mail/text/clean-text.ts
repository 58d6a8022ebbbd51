/** Well-formed Unicode without NUL, which neither SQLite nor a JSON client handles well. Clean text is returned as it is. */
export function cleanText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}
