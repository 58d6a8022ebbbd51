const maxSelectorsLength = 10_000;
const attributePattern = String.raw`\[\s*[\w|-]+\s*(?:[~|^$*]?=\s*(?:"[^"\\<\n\r\f]*"|'[^'\\<\n\r\f]*'|[\w-]+)\s*(?:[is]\s*)?)?\]`;
const plainSelectorsPattern = new RegExp(
  String.raw`^(?:[\w\s.#:*>+~,()|\u0080-\uffff-]|${attributePattern}|\\[^\da-f\s<])+$`,
  'i',
);

/**
 * A list of selectors written plainly, those left out that have pseudo-elements: in them stand the reader's own
 * remarks. Undefined where none is left or the list cannot be told apart from something else.
 */
export function safeSelectors(prelude: string): string | undefined {
  if (prelude.length > maxSelectorsLength || !plainSelectorsPattern.test(prelude) || !isBalanced(prelude))
    return undefined;
  const plain = prelude.replace(/\s+/g, ' ');
  const all = /[()[\\]/.test(plain) ? [plain] : plain.split(',');
  const kept = all
    .map((selector) => selector.trim())
    .filter((selector) => selector && !pseudoElementPattern.test(selector));
  return kept.length > 0 ? kept.join(',') : undefined;
}

const pseudoElementPattern = /::|:(?:before|after|first-line|first-letter)\b/i;

/** Whether every round bracket has its other one. */
export function isBalanced(selectors: string): boolean {
  if (!/[()]/.test(selectors)) return true;
  let depth = 0;
  for (const character of selectors.replace(/\\./g, '').replace(/"[^"]*"|'[^']*'/g, '')) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
