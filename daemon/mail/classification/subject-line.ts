/** What the beginning of a subject says. */
export type SubjectLine = {
  /** Without prefixes and the name of a list. */
  plain: string;
  /** The name in brackets, which lists and mailings put first, in lower case. */
  tag: string | undefined;
  isReply: boolean;
  isForward: boolean;
  /** It is written like an advertisement: in capitals, with amounts of money, emoji, or several exclamation marks. */
  isLoud: boolean;
  /** It names an issue or a day, as those of periodicals do. */
  isPeriodical: boolean;
};

const prefixPattern =
  /^\s*(?:(re|aw|antw|sv|ref|rif|odp|res|rép|回复|答复|返信|رد)|(fwd?|fw|wg|tr|rv|enc|転送))(?:\[\d+\]|\(\d+\))?\s*[:：]/iu;
const tagPattern = /^\s*\[([^\]]{1,60})\]/;

/** A date with a year, `No. 12`, `Vol. 3`, `#48`, or how often it appears. */
const periodicalPattern =
  /\b\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:no|nr|vol|issue|ausgabe|numéro|número|edição|edición)\.? ?#?\d|#\d{1,4}\b|第\s?\d+\s?号|\b(?:daily|weekly|monthly|täglich|wöchentlich|monatlich|hebdo|quotidien|semanal|diario|diário|mensal|digest|headlines)\b|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{0,2},? ?(?:19|20)\d\d/iu;

/** Reads prefixes such as `Re:`, `AW:` and `Fwd:`, and a name in brackets, in any order. */
export function readSubject(subject: string): SubjectLine {
  let plain = subject;
  let tag: string | undefined;
  let [isReply, isForward] = [false, false];
  for (;;) {
    const prefix = prefixPattern.exec(plain);
    const name = prefix ? null : tagPattern.exec(plain);
    if (prefix?.[1]) isReply = true;
    else if (prefix?.[2]) isForward = true;
    else if (name) tag ??= name[1]?.toLowerCase();
    const length = prefix?.[0].length ?? name?.[0].length ?? 0;
    if (length === 0)
      return {
        plain,
        tag,
        isReply,
        isForward,
        isLoud: isLoud(plain),
        isPeriodical: !isReply && !isForward && periodicalPattern.test(plain),
      };
    plain = plain.slice(length);
  }
}

const loudPattern = /!!|[$€£]\s?\d|\d\s?[€£%]|R\$|\p{Extended_Pictographic}|\S {3,}\S|\*\*|[\u{1d400}-\u{1d7ff}]/u;

function isLoud(subject: string): boolean {
  if (loudPattern.test(subject)) return true;
  const characters = subject.replace(/[^\p{L}]/gu, '');
  return characters.length >= 10 && characters === characters.toUpperCase() && characters !== characters.toLowerCase();
}
