/**
 * How the text of an element is displayed, as bits; nested elements can clear all of them except `absent` and `hidden`.
 */
export const textStates = {
  /** The content is not text: a script, a drawing. */
  absent: 32,
  /** Nothing in the element is shown. */
  hidden: 1,
  /** `visibility: hidden`. */
  invisible: 2,
  /** Text too small to be read. */
  tiny: 4,
  /** Text in the colour of its background. */
  faded: 8,
  /** White space is preserved. */
  preserved: 16,
} as const;

/** Text with any of these bits is invisible to the reader. */
export const invisibleStates = textStates.hidden | textStates.invisible | textStates.tiny | textStates.faded;

/** The effect of a style attribute: the `textStates` bits it sets and clears, and the box edges it removes. */
export type Style = {
  sets: number;
  clears: number;
  isTightAbove: boolean;
  isTightBelow: boolean;
  isBorderless: boolean;
};

export const noStyle = newStyle();

const maxStyleLength = 4_000;

/** Reads the properties of a style attribute that affect text; others are ignored. */
export function readStyle(attribute: string): Style {
  const style = newStyle();
  const box = { color: '', background: '', isFlat: false, isClipped: false };
  const css = attribute.slice(0, maxStyleLength).toLowerCase();
  for (let at = 0, colon = -1; at < css.length;) {
    if (colon < at) colon = css.indexOf(':', at);
    if (colon < 0) break;
    const semicolon = css.indexOf(';', at);
    const end = semicolon < 0 ? css.length : semicolon;
    if (colon < end) readDeclaration(css.slice(at, colon).trim(), css.slice(colon + 1, end).trim(), style, box);
    at = end + 1;
  }
  if (box.isFlat && box.isClipped) style.sets |= textStates.hidden;
  if (box.color) {
    if (box.color === box.background) style.sets |= textStates.faded;
    else style.clears |= textStates.faded;
  }
  return style;
}

function newStyle(): Style {
  return { sets: 0, clears: 0, isTightAbove: false, isTightBelow: false, isBorderless: false };
}

type Box = { color: string; background: string; isFlat: boolean; isClipped: boolean };

function readDeclaration(property: string, value: string, style: Style, box: Box): void {
  switch (property) {
    case 'display':
      if (value.startsWith('none')) style.sets |= textStates.hidden;
      return;
    case 'visibility':
      if (value.startsWith('hidden') || value.startsWith('collapse')) style.sets |= textStates.invisible;
      else if (value.startsWith('visible')) style.clears |= textStates.invisible;
      return;
    case 'opacity':
      if (Number.parseFloat(value) === 0) style.sets |= textStates.hidden;
      return;
    case 'font-size':
      return readFontSize(value, style);
    case 'height':
    case 'max-height':
      if (Number.parseFloat(value) === 0) box.isFlat = true;
      return;
    case 'overflow':
      box.isClipped = value.startsWith('hidden');
      return;
    case 'color':
      box.color = plainColor(value);
      return;
    case 'background':
    case 'background-color':
      box.background = plainColor(value);
      return;
    case 'white-space':
      if (/^(pre|break-spaces)/.test(value)) style.sets |= textStates.preserved;
      else style.clears |= textStates.preserved;
      return;
    case 'margin': {
      const sides = value.split(/\s+/, 4);
      style.isTightAbove = isZero(sides[0]);
      style.isTightBelow = isZero(sides[2] ?? sides[0]);
      return;
    }
    case 'margin-top':
      style.isTightAbove = isZero(value);
      return;
    case 'margin-bottom':
      style.isTightBelow = isZero(value);
      return;
    case 'border':
    case 'border-left':
      style.isBorderless = value.startsWith('none') || isZero(value);
  }
}

const isZero = (length: string | undefined) => Number.parseFloat(length ?? '') === 0;

function readFontSize(value: string, style: Style): void {
  const size = Number.parseFloat(value);
  const isRelative = value.includes('em') || value.includes('%');
  if (size === 0 || (size <= 1 && !isRelative)) style.sets |= textStates.tiny;
  // A layout sets the font size of its cells to zero and sets a size again where there is text.
  else if (!isRelative && value !== 'inherit') style.clears |= textStates.tiny;
}

/** A colour in one canonical spelling, as far as mail uses several; empty if the value is more than a colour. */
function plainColor(value: string): string {
  const color = value.replace(/\s*!important$/, '');
  if (/^#[0-9a-f]{3}$/.test(color)) return color.replace(/[0-9a-f]/g, '$&$&');
  if (color === 'white') return '#ffffff';
  if (color === 'black') return '#000000';
  const parts = /^rgb\((\d{1,3})[,\s]+(\d{1,3})[,\s]+(\d{1,3})\)$/.exec(color);
  if (parts)
    return `#${parts
      .slice(1)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  return /^(#[0-9a-f]{6}|[a-z]+)$/.test(color) && color !== 'transparent' && color !== 'inherit' ? color : '';
}
