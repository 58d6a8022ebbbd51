/** Characters that take two columns of a terminal: East Asian wide and full-width forms (UAX #11). */
const wide =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

let segmenter: Intl.Segmenter | undefined;

/** What a reader sees as one character, such as a letter with its accents or a family of emoji. */
function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Printable ASCII needs no tables. */
function isSimple(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** How many columns of a terminal a line takes. */
export function textWidth(text: string): number {
  if (isSimple(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

function graphemeWidth(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) || emoji.test(grapheme) ? 2 : 1;
}

/** The text if it fits into `width` columns, else its beginning with "…". */
export function cutToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width <= 0) return '';
  let cut = '';
  let used = 1;
  for (const grapheme of isSimple(text) ? text : graphemesOf(text)) {
    used += graphemeWidth(grapheme);
    if (used > width) break;
    cut += grapheme;
  }
  return `${cut.trimEnd()}…`;
}

/** The text with spaces after it, to `width` columns. */
export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}
