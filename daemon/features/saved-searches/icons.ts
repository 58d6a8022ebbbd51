const number = String.raw`[+-]?(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})(?:%|deg|turn|rad|grad)?`;
const separator = String.raw`(?:\s*,\s*|\s*\/\s*|\s+)`;

/** Colours in the numeric notations of CSS Color 4, which cannot contain anything but a colour. */
const colour = new RegExp(
  `^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgba?|hsla?|oklch)\\(\\s*${number}(?:${separator}${number}){2,3}\\s*\\))$`,
  'i',
);
/** A short word, which may name a colour or an image. */
const word = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,23})$/u;
const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;

/** Whether a text is a valid icon of a saved search: a colour, one emoji, or a short word. */
export function isIcon(text: string): boolean {
  return colour.test(text) || word.test(text) || emoji.test(text);
}
