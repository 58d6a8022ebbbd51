import { Tokenizer } from 'htmlparser2';

/** The attributes that affect the text of an element; the first of duplicates counts. */
const relevantAttributes = [
  'alt',
  'bgcolor',
  'class',
  'color',
  'height',
  'hidden',
  'href',
  'id',
  'role',
  'start',
  'style',
  'type',
  'width',
] as const;
export type Attributes = { [name in (typeof relevantAttributes)[number]]?: string };

type TagHandler = {
  /** Text with decoded references; a run may be split into several calls. */
  text(text: string): void;
  start(name: string, attributes: Attributes): void;
  end(name: string): void;
};

const relevantAttributeNames = new Set<string>(relevantAttributes);

/**
 * Elements whose content is not HTML (section 13.2.6.2), besides those the tokenizer knows. Tags in them are ignored.
 */
const rawTextElements = new Set(['iframe', 'noembed', 'noframes', 'textarea', 'xmp']);

/** Reads HTML tag by tag, without comments and declarations. Names are in lower case. */
export function readTags(html: string, handler: TagHandler): void {
  let rest = html;
  while (rest !== '') {
    const raw = readToRawText(rest, handler);
    if (!raw) return;
    const { contentEnd, end } = rawEnd(rest, raw.name, raw.contentStart);
    handler.text(rest.slice(raw.contentStart, contentEnd));
    handler.end(raw.name);
    rest = rest.slice(end);
  }
}

/** Reads up to the content of the first element that is not parsed as HTML; undefined if there is none. */
function readToRawText(html: string, handler: TagHandler): { name: string; contentStart: number } | undefined {
  let raw: { name: string; contentStart: number } | undefined;
  let name = '';
  let attributes: Attributes = {};
  let attribute: keyof Attributes | undefined;
  let value = '';
  const endStartTag = (end: number) => {
    handler.start(name, attributes);
    if (!rawTextElements.has(name)) return;
    raw = { name, contentStart: end + 1 };
    tokenizer.pause();
  };
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => handler.text(html.slice(start, end)),
      ontextentity: (codePoint) => handler.text(String.fromCodePoint(codePoint)),
      onopentagname: (start, end) => {
        name = html.slice(start, end).toLowerCase();
        attributes = {};
      },
      onattribname: (start, end) => {
        const found = html.slice(start, end).toLowerCase();
        attribute =
          relevantAttributeNames.has(found) && !(found in attributes) ? (found as keyof Attributes) : undefined;
        value = '';
      },
      onattribdata: (start, end) => {
        if (attribute) value += html.slice(start, end);
      },
      onattribentity: (codePoint) => {
        if (attribute) value += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        if (attribute) attributes[attribute] = value;
      },
      onopentagend: endStartTag,
      onselfclosingtag: endStartTag,
      onclosetag: (start, end) => handler.end(html.slice(start, end).toLowerCase()),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return raw;
}

/** Where the content of a raw element and its end tag end: at the end of the HTML if there is no end tag. */
function rawEnd(html: string, name: string, from: number): { contentEnd: number; end: number } {
  const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  endTag.lastIndex = from;
  const contentEnd = endTag.exec(html)?.index ?? html.length;
  const close = html.indexOf('>', contentEnd);
  return { contentEnd, end: close < 0 ? html.length : close + 1 };
}
