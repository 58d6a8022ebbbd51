/** Only this much of a text is searched for the beginning of a quote. */
const searchedLength = 4_000;

const copyPattern =
  /^-{2,} ?(?:original|forwarded|ursprüngliche|weitergeleitete|message d'origine|message transféré|mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada|元のメッセージ|الرسالة الأصلية)/i;
const attributionPattern = /(?:wrote|writes|schrieb|a écrit|escribió|escreveu|のメール|كتب)[^\n]{0,60}[:：]$/i;
const headerPattern = /^(?:to|an|à|para|宛先|إلى)\s?[:：]/i;
const furtherHeaderPattern = /^(?:cc|subject|betreff|objet|asunto|assunto|件名|الموضوع)\s?[:：]/i;

/**
 * Where the first earlier message in a text begins, or -1: at a quoted line, a line above a copy, an attribution, or a header. It is
 * less exact than `text/quotes.ts`, and a hundred times as fast.
 */
export function quoteStart(text: string): number {
  const end = Math.min(text.length, searchedLength);
  let previousIsHeader = false;
  for (let start = 0; start < end;) {
    const lineEnd = text.indexOf('\n', start);
    const line = text.slice(start, Math.min(lineEnd < 0 ? text.length : lineEnd, start + 300)).trim();
    if (line !== '') {
      if (beginsQuote(line) || (previousIsHeader && furtherHeaderPattern.test(line))) return start;
      previousIsHeader = headerPattern.test(line);
    }
    if (lineEnd < 0) return -1;
    start = lineEnd + 1;
  }
  return -1;
}

function beginsQuote(line: string): boolean {
  const code = line.charCodeAt(0);
  // Advertisements point at things with `>>>>`.
  if (code === 62) return !line.startsWith('>>>>');
  if (code === 45) return copyPattern.test(line);
  const last = line.charCodeAt(line.length - 1);
  return (last === 58 || last === 0xff1a) && attributionPattern.test(line);
}
