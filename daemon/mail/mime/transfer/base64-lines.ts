/** A longer line is data, because no text has such lines; only its beginning is looked at. */
export const maxTextLine = 1_000;
/** A body that begins with more text than this is not base64. */
export const maxTextBeforeBase64 = 65_536;
/** Shorter lines of equal length are words; encoders write 60 to 76 characters. */
const minLineLength = 56;

/** What the lines of a body were so far. */
type Body = {
  /** Length of the first line of data; 0 before it. */
  width: number;
  /** Characters since the last complete group of four. */
  open: number;
  paddingCount: number;
  /** Whether the last line of data was too short to be followed by another one. */
  isShort: boolean;
  /** Whether padding, or a blank line after a short line, followed. */
  isComplete: boolean;
  /** Whether the line before was blank, and no group of four was open. */
  isAfterBlank: boolean;
  /** Whether text followed. */
  isOver: boolean;
};

/**
 * Tells the lines of a base64 body from text that a mailing list or a gateway appended to it. The function that is
 * returned takes the lines in order, of a long one the first `maxTextLine + 1` characters, and returns whether the line is data.
 *
 * The lines of encoders are equally long except the last one. Text has spaces or other characters outside the alphabet,
 * or is a rule such as `____`. After it, a line counts only if it has the length of the first one.
 */
export function base64LineClassifier(): (line: string) => boolean {
  const body: Body = {
    width: 0,
    open: 0,
    paddingCount: 0,
    isShort: false,
    isComplete: false,
    isAfterBlank: false,
    isOver: false,
  };
  return (line) => {
    const text = line.trim();
    const isUsual = text.length === body.width && text.length >= minLineLength && /^[A-Za-z\d+/]+$/.test(text);
    const isLong = line.length > maxTextLine;
    if (text === '') {
      body.isAfterBlank = body.open === 0;
      body.isComplete ||= body.isShort && body.isAfterBlank;
      return false;
    }
    const isFirst = body.width === 0;
    if (!isLong && !(isFirst ? isFirstData(text, body) : isUsual || isData(text, body))) return false;
    addData(text, isLong, body);
    return true;
  };
}

/** A first line of words is text, also if gateways put it before the data; stray characters in it are damage. */
function isFirstData(text: string, body: Body): boolean {
  body.isOver ||= /\S\s+\S/.test(text) && isText(text, body);
  if (!body.isOver) return true;
  const isClean = /^[A-Za-z\d+/]+=*$/.test(text);
  return isClean && (text.length >= minLineLength || (text.endsWith('=') && text.length % 4 === 0));
}

function isData(text: string, body: Body): boolean {
  const isClean = /^[\w+/-]+=*$/.test(text);
  const isRule = rulePattern.test(text);
  body.isOver ||= isRule || (!isClean && isText(text, body));
  if (body.isOver) return isClean && !isRule && text.length === body.width && text.length >= minLineLength;
  if (body.paddingCount > 1 || /^=+$/.test(text)) return true;
  const isWhole = text.length % 4 === 0;
  if (body.isComplete) return isClean && isWhole && (text.endsWith('=') || text.length >= minLineLength);
  return isWhole || !isClean || !body.isAfterBlank || text.length >= body.width;
}

function addData(text: string, isLong: boolean, body: Body): void {
  const isPadded = text.endsWith('=');
  if (body.width === 0) body.width = text.length;
  body.open = isPadded || isLong ? 0 : (body.open + countAlphabet(text)) % 4;
  body.paddingCount += text.match(/=+/g)?.length ?? 0;
  body.isShort = isLong || text.length < Math.max(body.width, minLineLength);
  body.isComplete = isPadded && !isLong;
  body.isAfterBlank = false;
  body.isOver = false;
}

/** Both characters are in the URL-safe alphabet, but no data consists of one of them alone. */
const rulePattern = /^(?:-{2,}|_{2,})$/;

/** Words, addresses and the like. A few stray characters, and spaces inside a group of four, are damage to data. */
function isText(text: string, { open }: Body): boolean {
  if (open > 0 && /^[\w+/=\s-]+$/.test(text)) return false;
  const strayCount = text.length - countAlphabet(text.replaceAll('=', 'A'));
  return strayCount * 20 > text.length || /:\/\/|@/.test(text);
}

function countAlphabet(text: string): number {
  return /[^\w+/-]/.test(text) ? text.replace(/[^\w+/-]+/g, '').length : text.length;
}
