const maxLength = 4_000;

export type Declaration = { property: string; value: string; isImportant: boolean };

/** The declarations of a style, in lower case, without comments and escapes. */
export function readDeclarations(css: string): Declaration[] {
  const plain = unescape(css.slice(0, maxLength).replaceAll(/\/\*[^]*?(?:\*\/|$)/g, '')).toLowerCase();
  return plain.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    if (colon < 0) return [];
    const [property, value] = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()];
    const isImportant = value.endsWith('!important');
    return [{ property, value: isImportant ? value.slice(0, -'!important'.length).trim() : value, isImportant }];
  });
}

/** The value of each property where declarations of growing weight are given: the last wins, and important ones before all. */
export function cascade(declarations: readonly Declaration[]): Map<string, string> {
  const ordered = [
    ...declarations.filter((each) => !each.isImportant),
    ...declarations.filter((each) => each.isImportant),
  ];
  return new Map(ordered.map(({ property, value }) => [property, value]));
}

/** Characters may be written by their code (CSS Syntax 3, 4.3.7). */
function unescape(css: string): string {
  if (!css.includes('\\')) return css;
  return css
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_escape, code: string) => {
      const point = Number.parseInt(code, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
    })
    .replaceAll('\\', '');
}
