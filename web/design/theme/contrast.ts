/** The contrast of two colours after WCAG 2.2, 1.4.3: from 1 to 21. Colours are `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => linear(parseInt(colour.slice(start, start + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

const moreContrastQuery = '@media (prefers-contrast: more)';

/** The colours of `tokens.css` by name, for each theme; with or without increased contrast. */
export function readTokens(
  css: string,
  { isContrasty = false } = {},
): Record<'light' | 'dark', Record<string, string>> {
  const [normal = '', more = ''] = css.split(moreContrastQuery);
  const rows = [
    ...(isContrasty ? more : normal).matchAll(/--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/gi),
  ];
  return {
    light: Object.fromEntries(rows.map(([, name, light]) => [name, light])),
    dark: Object.fromEntries(rows.map(([, name, , dark]) => [name, dark])),
  };
}
