/**
 * What a style belongs to, in rising strictness: neither a link nor around one; an element around a link, or around a
 * link with text; a link itself; an element inside a link.
 */
export const linkContext = { none: 0, around: 1, aroundText: 2, link: 3, inside: 4 } as const;
export type LinkContext = (typeof linkContext)[keyof typeof linkContext];

export type Declaration = { property: string; value: string; isImportant: boolean };

/**
 * The declarations that may apply to elements of a context. A link must be visible where it can be clicked, lie over no
 * other content, and keep the order of its text, because otherwise it can be put over or under the text of another one.
 */
export function linkDeclarations(all: readonly Declaration[], context: LinkContext): Declaration[] {
  if (context === linkContext.none) return [...all];
  const valueOf = (...names: string[]) => all.findLast(({ property }) => names.includes(property))?.value;
  const background = plainColour(valueOf('background-color', 'background') ?? '');
  const kept = all.flatMap((each) => {
    const isHidden = context >= linkContext.aroundText && isColour(each) && plainColour(each.value) === background;
    if (isHidden || !isAllowed(each, context)) return [];
    const property = growing[each.property];
    return [property ? { ...each, property } : each];
  });
  return context >= linkContext.link ? [...boxFor(kept), ...kept] : kept;
}

/** A fixed height lets content reach over what follows; a minimum looks the same and grows. */
const growing: Record<string, string> = { height: 'min-height', 'block-size': 'min-block-size' };

type Rule = { from: LinkContext; properties: RegExp; isAllowed: (value: string) => boolean };

const rules: readonly Rule[] = [
  { from: 1, properties: /^opacity$/, isAllowed: (value) => Number(value) >= 1 },
  { from: 1, properties: /^visibility$/, isAllowed: (value) => value === 'visible' },
  { from: 1, properties: /^overflow(-[xy])?$/, isAllowed: (value) => /^(?:visible|auto|scroll)$/.test(value) },
  { from: 1, properties: /^max-(height|block-size)$/, isAllowed: (value) => value === 'none' },
  {
    from: 1,
    properties: /^(max-)?(width|inline-size)$/,
    isAllowed: (value) => isWithin(value, { pixels: [8], share: [0.01] }),
  },
  { from: 1, properties: /^display$/, isAllowed: (value) => !/grid|contents|run-in/.test(value) },
  { from: 1, properties: /^text-combine-upright$/, isAllowed: () => false },
  { from: 2, properties: /^(color|-webkit-text-fill-color)$/, isAllowed: (value) => !isFaint(value) },
  {
    from: 2,
    properties: /^(letter|word)-spacing$/,
    isAllowed: (value) => isWithin(value, { pixels: [-2], share: [-0.1] }),
  },
  { from: 2, properties: /^text-indent$/, isAllowed: (value) => isWithin(value, { pixels: [0, 100], share: [0, 6] }) },
  { from: 2, properties: /^line-height$/, isAllowed: isLineHeight },
  { from: 3, properties: /^font-size$/, isAllowed: isFontSize },
  { from: 3, properties: /^font$/, isAllowed: isFont },
  { from: 3, properties: /^overflow(-[xy])?$/, isAllowed: (value) => value === 'visible' },
  { from: 3, properties: /^(direction|writing-mode|text-orientation)$/, isAllowed: () => false },
  { from: 3, properties: /^vertical-align$/, isAllowed: (value) => /^[a-z-]+$/.test(value) },
  { from: 3, properties: /^display$/, isAllowed: (value) => value !== 'inline' },
  { from: 4, properties: /^display$/, isAllowed: (value) => value !== 'none' },
  { from: 4, properties: /^(float|order)$/, isAllowed: (value) => value === 'none' },
  { from: 4, properties: /^flex-(direction|flow)$/, isAllowed: (value) => !value.includes('reverse') },
];

function isAllowed({ property, value }: Declaration, context: LinkContext): boolean {
  const plain = value.toLowerCase();
  return rules.every((rule) => rule.from > context || !rule.properties.test(property) || rule.isAllowed(plain));
}

/** Padding and borders of an inline link lie over the lines beside it; those of a box move them. */
function boxFor(declarations: readonly Declaration[]): Declaration[] {
  const hasDisplay = declarations.some(({ property }) => property === 'display');
  const isThick = declarations.some(
    ({ property, value }) =>
      /^(?:padding|border)(?:-(?:top|bottom|block(?:-start|-end)?))?(?:-width)?$/.test(property) &&
      lengthsIn(value).some((length) => length >= 4),
  );
  return isThick && !hasDisplay ? [{ property: 'display', value: 'inline-block', isImportant: false }] : [];
}

const pixelsPerUnit: Record<string, number> = {
  px: 1,
  pt: 1.33,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.94,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  vw: 8,
  vh: 8,
  vmin: 8,
  vmax: 8,
};

function lengthsIn(value: string): number[] {
  return [
    ...value.matchAll(/(-?(?:\d+\.?\d*|\.\d+))(px|pt|pc|in|cm|mm|q|r?em|ex|ch|v[wh]|vmin|vmax)?(?![\w%.])/gi),
  ].map(([, number, unit = 'px']) => Number(number) * (pixelsPerUnit[unit.toLowerCase()] ?? 1));
}

type Limits = { pixels: [least: number, most?: number]; share: [least: number, most?: number] };

/**
 * Whether a length is within limits in pixels, or, for a percentage, an em or a number without a unit, within limits as a
 * share. Words such as "normal" are; the result of a function is unknown, and is not.
 */
function isWithin(value: string, { pixels, share }: Limits): boolean {
  if (value.includes('(')) return false;
  const [, digits, unit = ''] = /^([-+]?(?:\d+\.?\d*|\.\d+))([a-z%]*)$/.exec(value) ?? [];
  if (digits === undefined) return true;
  const isShare = /^(?:|%|r?em)$/.test(unit);
  const length = Number(digits) * (isShare ? (unit === '%' ? 0.01 : 1) : (pixelsPerUnit[unit] ?? 1));
  const [least, most = Infinity] = isShare ? share : pixels;
  return length >= least && length <= most;
}

function isLineHeight(value: string): boolean {
  return isWithin(value, { pixels: [10], share: [0.8] });
}

function isFontSize(value: string): boolean {
  return isWithin(value, { pixels: [6, 72], share: [0.5, 4] });
}

function isFont(value: string): boolean {
  const [, size = '', line = 'normal'] =
    /(?:^|\s)(0|(?:\d+\.?\d*|\.\d+)(?:[a-z]+|%))(?:\s?\/\s?(\S+))?(?=\s)/.exec(value) ?? [];
  return !value.includes('(') && isFontSize(size) && isLineHeight(line);
}

function isColour({ property }: Declaration): boolean {
  return property === 'color' || property === '-webkit-text-fill-color';
}

const minAlpha = 0.5;

/** Whether a colour lets more than half of what is behind it through. */
function isFaint(value: string): boolean {
  if (value === 'transparent' || /\btransparent\b/.test(value)) return true;
  const short = /^#[\da-f]{3}([\da-f])$/.exec(value)?.[1];
  if (short !== undefined) return Number.parseInt(short, 16) / 15 < minAlpha;
  const long = /^#[\da-f]{6}([\da-f]{2})$/.exec(value)?.[1];
  if (long !== undefined) return Number.parseInt(long, 16) / 255 < minAlpha;
  const parts = /^[a-z-]+\(([^()]*)\)$/
    .exec(value)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean);
  // Nested functions are not computed.
  if (!parts) return value.includes('(');
  const alpha = parts.at(value.startsWith('color(') ? 4 : 3);
  return (
    alpha !== undefined && (alpha === 'none' || Number.parseFloat(alpha) / (alpha.endsWith('%') ? 100 : 1) < minAlpha)
  );
}

const namedColours: Record<string, string> = { white: '#ffffff', black: '#000000' };

/** One spelling of a colour, as far as it can be compared. */
function plainColour(value: string): string | undefined {
  const text = value.toLowerCase();
  const short = /^#([\da-f])([\da-f])([\da-f])f?$/.exec(text);
  if (short)
    return `#${short
      .slice(1, 4)
      .map((digit) => digit.repeat(2))
      .join('')}`;
  const channels = /^rgba?\((\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+(?:1(?:\.0*)?|100%))?\)$/.exec(text)?.slice(1, 4);
  if (channels)
    return `#${channels.map((channel) => Math.min(255, Number(channel)).toString(16).padStart(2, '0')).join('')}`;
  return namedColours[text] ?? (/^#[\da-f]{6}(?:ff)?$/.test(text) ? text.slice(0, 7) : text || undefined);
}

/** Whether this text colour is invisible on a page without a background. */
export function isPaperColour(declaration: Declaration): boolean {
  return isColour(declaration) && plainColour(declaration.value) === '#ffffff';
}
