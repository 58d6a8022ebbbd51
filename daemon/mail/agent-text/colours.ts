/** A colour: red, green and blue from 0 to 255, and how opaque it is from 0 to 1. */
export type Colour = { rgb: readonly [number, number, number]; alpha: number };

/** The names that mail uses for text and backgrounds, above all the light ones (CSS Color 4, 6.1). */
const named: Record<string, string> = {
  aliceblue: 'f0f8ff',
  antiquewhite: 'faebd7',
  azure: 'f0ffff',
  beige: 'f5f5dc',
  black: '000000',
  blue: '0000ff',
  cornsilk: 'fff8dc',
  floralwhite: 'fffaf0',
  gainsboro: 'dcdcdc',
  ghostwhite: 'f8f8ff',
  gray: '808080',
  green: '008000',
  grey: '808080',
  honeydew: 'f0fff0',
  ivory: 'fffff0',
  lavender: 'e6e6fa',
  lavenderblush: 'fff0f5',
  lemonchiffon: 'fffacd',
  lightcyan: 'e0ffff',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  lightyellow: 'ffffe0',
  linen: 'faf0e6',
  mintcream: 'f5fffa',
  navy: '000080',
  oldlace: 'fdf5e6',
  red: 'ff0000',
  seashell: 'fff5ee',
  silver: 'c0c0c0',
  snow: 'fffafa',
  white: 'ffffff',
  whitesmoke: 'f5f5f5',
  yellow: 'ffff00',
};

export const white: Colour = { rgb: [255, 255, 255], alpha: 1 };
export const black: Colour = { rgb: [0, 0, 0], alpha: 1 };

/** Reads a colour of CSS or of an attribute; undefined for anything else. */
export function readColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return { ...black, alpha: 0 };
  const hex = named[value] ?? /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1];
  if (hex !== undefined) return hexColour(hex);
  const [, form, content] = /^(rgb|hsl)a?\(([^()]{1,80})\)$/.exec(value) ?? [];
  const parts = (content ?? '').split(/[\s,/]+/).filter((part) => part !== '');
  if (form === undefined || parts.length < 3) return undefined;
  const alpha = parts[3] === undefined ? 1 : fraction(parts[3]);
  const rgb = form === 'rgb' ? parts.slice(0, 3).map(channel) : hslChannels(parts);
  if (![...rgb, alpha].every(Number.isFinite)) return undefined;
  return { rgb: rgb as unknown as Colour['rgb'], alpha };
}

function hexColour(hex: string): Colour {
  const digits = hex.length < 6 ? hex.replaceAll(/./g, '$&$&') : hex;
  const at = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16);
  return { rgb: [at(0), at(2), at(4)], alpha: digits.length === 8 ? at(6) / 255 : 1 };
}

function channel(part: string): number {
  return part.endsWith('%') ? fraction(part) * 255 : Number(part);
}

function fraction(part: string): number {
  return part.endsWith('%') ? Number(part.slice(0, -1)) / 100 : Number(part);
}

/** From hue, saturation and lightness (CSS Color 4, 7.1). */
function hslChannels([hue = '', saturation = '', lightness = '']: readonly string[]): number[] {
  const [h, s, l] = [Number.parseFloat(hue), fraction(saturation), fraction(lightness)];
  const at = (n: number) => {
    const k = (n + h / 30) % 12;
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [at(0), at(8), at(4)];
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: Colour, other: Colour): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((first, second) => second - first) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf({ rgb }: Colour): number {
  const [red, green, blue] = rgb.map((value) => {
    const part = Math.min(255, Math.max(0, value)) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
