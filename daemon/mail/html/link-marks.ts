import { voidTags } from './tags.ts';
import { mismatchIn, type LinkTextPart } from './link-text.ts';

const maxTextLength = 4000;

type OpenLink = {
  target: string;
  mark: (host: string) => void;
  /** The number of open table cells around it: an end tag inside a deeper cell does not end it (HTML, 13.2.6.4.15). */
  cells: number;
  parts: LinkTextPart[];
  /** Whether the next text belongs to the last part: no tag is between them. */
  continuesPart: boolean;
  length: number;
  /** Elements inside it, innermost last, and whether their text could be invisible: `rp` is, and others by their attributes. */
  inside: { name: string; isStyled: boolean }[];
};

/** Collects the text of each link, and marks its tag after the whole text is known. */
export function createLinkMarker() {
  const open: OpenLink[] = [];
  /** Whether a cell is open in each open table. */
  const tables: boolean[] = [];
  const cells = () => tables.filter(Boolean).length;

  function endLast(): void {
    const link = open.pop();
    const mismatch = link && mismatchIn(link.parts, link.target);
    if (link && mismatch) link.mark(mismatch.host);
  }

  function add(text: string, isImage: boolean): void {
    for (const link of open) {
      const last = link.parts.at(-1);
      const rest = text.slice(0, maxTextLength - link.length);
      link.length += rest.length;
      if (last && link.continuesPart) last.text += rest;
      else if (rest) link.parts.push({ text: rest, isStyled: isImage || (link.inside.at(-1)?.isStyled ?? false) });
      link.continuesPart = rest !== '' && !isImage;
    }
  }

  return {
    isInside: () => open.length > 0,
    /** A link ends where another begins in the same cell. */
    beforeLink(): void {
      if (open.at(-1)?.cells === cells()) endLast();
    },
    beginLink: (target: string, mark: OpenLink['mark']) =>
      void open.push({ target, mark, cells: cells(), parts: [], continuesPart: false, length: 0, inside: [] }),
    /** Whether an end tag ends the link; one in a deeper cell has no effect in a browser. */
    endLink(): boolean {
      if (open.length > 0 && cells() > (open.at(-1)?.cells ?? 0)) return false;
      endLast();
      return true;
    },
    endAll(): void {
      while (open.length > 0) endLast();
    },
    begin(name: string, attributes: ReadonlyMap<string, string>): void {
      for (const link of open) {
        link.continuesPart = false;
        const isStyled = link.inside.at(-1)?.isStyled || attributes.size > 0 || name === 'rp';
        if (!voidTags.has(name)) link.inside.push({ name, isStyled });
      }
    },
    end(name: string): void {
      for (const link of open) {
        link.continuesPart = false;
        if (link.inside.at(-1)?.name === name) link.inside.pop();
      }
    },
    text: (text: string) => add(text, false),
    /** The alternative text is shown in place of an image, which is a word of its own. */
    image(alt: string): void {
      for (const link of open) link.continuesPart = false;
      add(` ${alt} `, true);
    },
    cell(name: string, edge: 'start' | 'end'): void {
      if (name === 'table' && edge === 'start') tables.push(false);
      else if (name === 'table') tables.pop();
      else if (/^(?:td|th|caption)$/.test(name) && tables.length > 0) tables[tables.length - 1] = edge === 'start';
      else if (/^(?:tr|tbody|thead|tfoot)$/.test(name) && tables.length > 0) tables[tables.length - 1] = false;
    },
  };
}
