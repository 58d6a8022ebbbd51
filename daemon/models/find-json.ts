/** The JSON object in an answer, which models like to put between other words; undefined if there is none. */
export function findJson(text: string): unknown {
  for (
    let start = text.indexOf('{'), tries = 0;
    start >= 0 && tries < 20;
    start = text.indexOf('{', start + 1), tries++
  ) {
    const end = text.lastIndexOf('}');
    if (end < start) return undefined;
    try {
      return JSON.parse(text.slice(start, end + 1)) as unknown;
    } catch {
      // Not JSON from here on; the next brace may begin it.
    }
  }
  return undefined;
}
