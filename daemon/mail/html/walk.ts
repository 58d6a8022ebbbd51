import { Tokenizer } from 'htmlparser2';

/**
 * Receives the tokens of HTML in order. Names are in lower case, text and values decoded; of duplicate attributes the
 * first counts.
 */
export type HtmlHandler = {
  open(name: string, attributes: Map<string, string>, isSelfClosing: boolean): void;
  text(text: string): void;
  close(name: string): void;
  /** Whether a tag such as `style` is an element like others here, as in SVG. */
  isForeign(): boolean;
};

/**
 * Tokenizes HTML, skipping comments and declarations. It does not build a tree, which is the task of the browser: a
 * parser that searches its open elements at each end tag takes minutes for two megabytes of hostile HTML.
 */
export function walkHtml(html: string, handler: HtmlHandler): void {
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  const end = (isSelfClosing: boolean) => {
    handler.open(name, attributes, isSelfClosing);
    attributes = new Map();
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname: (from, to) => (name = html.slice(from, to).toLowerCase()),
      onattribname(from, to) {
        attribute = html.slice(from, to).toLowerCase();
        value = '';
      },
      onattribdata: (from, to) => (value += html.slice(from, to)),
      onattribentity: (code) => (value += String.fromCodePoint(code)),
      onattribend: () => !attributes.has(attribute) && attributes.set(attribute, value),
      onopentagend: () => end(false),
      onselfclosingtag: () => end(true),
      ontext: (from, to) => handler.text(html.slice(from, to)),
      ontextentity: (code) => handler.text(String.fromCodePoint(code)),
      onclosetag: (from, to) => handler.close(html.slice(from, to).toLowerCase()),
      isInForeignContext: () => handler.isForeign(),
      oncomment: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

function ignore(): void {}
