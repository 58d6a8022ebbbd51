/** The layout of an element. */
export type ElementKind =
  | 'inline'
  /** Begins and ends a line. */
  | 'block'
  /** Has a blank line before and after it. */
  | 'paragraph'
  | 'list'
  | 'item'
  | 'quote'
  | 'preformatted'
  | 'table'
  | 'row'
  | 'cell'
  /** Has neither content nor an end tag. */
  | 'void'
  /** Is not displayed by mail programs, including its content. */
  | 'dropped'
  /** `html` and `body`: their tags are ignored. */
  | 'document';

const kinds: [ElementKind, string][] = [
  ['block', 'address article aside caption center dd details dialog dir div dl dt fieldset figcaption figure footer'],
  ['block', 'form header hgroup legend main menu nav optgroup section summary'],
  ['paragraph', 'p h1 h2 h3 h4 h5 h6'],
  ['list', 'ul ol'],
  ['item', 'li'],
  ['quote', 'blockquote'],
  ['preformatted', 'pre listing xmp plaintext'],
  ['table', 'table'],
  ['row', 'tr thead tbody tfoot'],
  ['cell', 'td th'],
  ['void', 'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'],
  ['dropped', 'script style title template noframes noembed iframe svg math select datalist textarea xml'],
  ['document', 'html head body'],
];

const kindByName = new Map(kinds.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)));

export function kindOf(name: string): ElementKind {
  return kindByName.get(name) ?? 'inline';
}

/** Whether an open element keeps an end tag from closing elements above it (HTML, section 13.2.4.2, the scopes). */
export function stopsEnd(closing: ElementKind, open: ElementKind): boolean {
  switch (closing) {
    case 'inline':
      return open !== 'inline';
    case 'table':
      return false;
    case 'row':
    case 'cell':
      return open === 'table';
    case 'item':
      return open === 'list' || open === 'table' || open === 'cell';
    default:
      return open === 'table' || open === 'cell';
  }
}

/** Whether an open element ends implicitly where another one starts. */
export function endsBefore(open: string, starting: string, kind: ElementKind): boolean {
  switch (kind) {
    case 'item':
      return open === 'li' || open === 'p';
    case 'cell':
      return open === 'td' || open === 'th';
    case 'row':
      return starting === 'tr' ? open === 'tr' : open === 'tr' || open === 'tbody' || open === 'thead';
    case 'inline':
      return false;
    default:
      return open === 'p' || (open === starting && (starting === 'dd' || starting === 'dt'));
  }
}

/** Whether the search for an implicitly ended element stops at this one. */
export function stopsImpliedEnd(kind: ElementKind, open: ElementKind): boolean {
  return kind === 'row' || kind === 'cell' ? open === 'table' : stopsEnd(kind, open);
}
