/** Characters without width: soft hyphens, joiners, direction marks, byte order marks. */
const invisiblePattern =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2060-\u2064\u3164\ufeff\uffa0]/;
const invisibleRuns = new RegExp(`${invisiblePattern.source}(?:${invisiblePattern.source}|[\\s\\u2800])*`, 'g');
/** A single one of these between two letters shapes or divides a word; it is not padding. */
const joinerPattern = /^[\u200b-\u200f\u061c\u180b-\u180e]$/;

/**
 * Text without soft hyphens and without the runs of invisible characters that newsletters use as padding. Single
 * joiners and direction marks stay between letters that may need them: Persian, the scripts of India, and emoji require
 * them. Between Latin letters they only serve to evade filters, and would break search.
 */
export function removePadding(text: string): string {
  if (!invisiblePattern.test(text)) return text;
  return text.replace(invisibleRuns, (run: string, at: number) => {
    if (run.length > 1) return /\s/.test(run) ? ' ' : '';
    return joinerPattern.test(run) && isBeyondAscii(text, at - 1) && isBeyondAscii(text, at + 1) ? run : '';
  });
}

const isBeyondAscii = (text: string, at: number) => text.charCodeAt(at) > 127;
