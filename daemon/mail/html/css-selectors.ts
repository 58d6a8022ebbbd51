const maxSelectorsLength = 10_000;
const attributePattern = String.raw`\[\s*[\w|-]+\s*(?:[~|^$*]?=\s*(?:"[^"\\<\n\r\f]*"|'[^'\\<\n\r\f]*'|[\w-]+)\s*(?:[is]\s*)?)?\]`;
const plainSelectorsPattern = new RegExp(
  String.raw`^(?:[\w\s.#:*>+~,()|\u0080-\uffff-]|${attributePattern}|\\[^\da-f\s<])+$`,
  'i',
);

/**
 * Normalizes a selector list, with names as `localName` makes them, and removes selectors with pseudo-elements, which the
 * reader uses for its own hints. Undefined if no selector is left or the list cannot be parsed safely.
 */
export function safeSelectors(prelude: string): string[] | undefined {
  if (prelude.length > maxSelectorsLength || !plainSelectorsPattern.test(prelude) || !isBalanced(prelude))
    return undefined;
  const plain = prelude.replace(/\s+/g, ' ');
  const all = /[()[\\]/.test(plain) ? [plain] : plain.split(',');
  const kept = all
    .map((selector) => withLocalNames(selector.trim()))
    .filter((selector) => selector && !pseudoElementPattern.test(selector));
  return kept.length > 0 ? kept : undefined;
}

const prefix = 'mail-';

/** The name of an element within the message: it cannot be the name of a property of the document or of a form. */
export function localName(name: string): string {
  return name === '' || name.startsWith(prefix) ? name : prefix + name;
}

const namePattern =
  /(?<start>\[\s*(?:id|name|headers)\s*[~|^]?=\s*["']?)(?<name>(?<=["'])[^"']*["']|[\w-]+)|"[^"]*"|'[^']*'|\\[^]|#(?=[\w\u0080-\uffff\\-])/gi;

/** The selector for names as `localName` makes them. */
function withLocalNames(selector: string): string {
  if (!/[#[]/.test(selector)) return selector;
  return selector.replace(namePattern, (found, start: string | undefined, name = '', at: number) => {
    if (start !== undefined) return start + localName(String(name));
    return found === '#' && !selector.startsWith(prefix, at + 1) ? found + prefix : found;
  });
}

/** The parts of a selector that say which elements it applies to; undefined if that depends on more than their names. */
export function subjectOf(selector: string): { tag: string; classes: string[]; ids: string[] } | undefined {
  if (/[()[\\,]/.test(selector)) return undefined;
  const subject =
    selector
      .split(/[\s>+~]+/)
      .findLast(Boolean)
      ?.replace(/:[\w-]+/g, '') ?? '';
  if (!/^(?:\*|[\w-]+)?(?:[.#][\w\u0080-\uffff-]+)*$/.test(subject)) return undefined;
  return {
    tag: /^[\w-]+/.exec(subject)?.[0].toLowerCase() ?? '',
    classes: [...subject.matchAll(/\.([^.#]+)/g)].map(([, name = '']) => name),
    ids: [...subject.matchAll(/#([^.#]+)/g)].map(([, name = '']) => name),
  };
}

const pseudoElementPattern = /::|:(?:before|after|first-line|first-letter)\b/i;

/** Whether all round brackets are balanced. */
export function isBalanced(selectors: string): boolean {
  if (!/[()]/.test(selectors)) return true;
  let depth = 0;
  for (const character of selectors.replace(/\\./g, '').replace(/"[^"]*"|'[^']*'/g, '')) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
