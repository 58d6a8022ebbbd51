const maxSelectorsLength = 10_000;
const attributePattern = String.raw`\[\s*[\w|-]+\s*(?:[~|^$*]?=\s*(?:"[^"\\<\n\r\f]*"|'[^'\\<\n\r\f]*'|[\w-]+)\s*(?:[is]\s*)?)?\]`;
const plainSelectorsPattern = new RegExp(
  String.raw`^(?:[\w\s.#:*>+~,()|\u0080-\uffff-]|${attributePattern}|\\[^\da-f\s<])+$`,
  'i',
);

/**
 * Normalizes a selector list and removes selectors with pseudo-elements, which the reader uses for its own hints.
 * Undefined if no selector is left or the list cannot be parsed safely.
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
