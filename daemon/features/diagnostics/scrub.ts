import { constants } from 'node:os';
import { sep } from 'node:path';
import { knownWords } from './known-words.ts';

/** Placeholders for private data, recognised by its form. */
const patterns: readonly [RegExp, string][] = [
  [/"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<![\p{L}\p{N}])'[^']*'/gu, '<text>'],
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/giu, '<url>'],
  [/[^\s<>()[\],;:]+@[^\s<>()[\],;:]+/gu, '<address>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu, '<id>'],
  [/(?:[A-Za-z]:)?(?:[~.]{0,2}[\\/][^\s\\/]+)+[\\/]?/gu, '<path>'],
  [/\[?(?:[0-9a-f]{0,4}:){2,}[0-9a-f.:]*\]?|\b\d{1,3}(?:\.\d{1,3}){3}\b/giu, '<ip>'],
  [/[A-Za-z0-9+/_=-]{20,}/gu, '<code>'],
  [/[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu, '<name>'],
  [/\d[\d.,:]*/gu, '<number>'],
];

/** A log line without private data: known words stay; the rest becomes the kind of its data, or an ellipsis. */
export function scrub(text: string): string {
  const masked = patterns.reduce(
    (line, [pattern, name]) => line.replace(pattern, ` ${name} `),
    text.replaceAll(/[<>]/g, ' '),
  );
  const words = masked.split(/\s+/).filter((word) => word !== '');
  return words
    .map(keepKnownWord)
    .join(' ')
    .replace(/…(?: …)+/g, '…');
}

const placeholders = new Set(patterns.map(([, mark]) => mark));

function keepKnownWord(word: string): string {
  if (placeholders.has(word)) return word;
  const [, bare = '', punctuation = ''] = /^(\p{L}+(?:’\p{L}+)?)([.,;:]?)$/u.exec(word) ?? [];
  if (knownWords.has(bare.toLowerCase())) return bare + punctuation;
  return /^[.,;:]$/.test(word) ? word : '…';
}

const errorNames = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'AggregateError',
  'AbortError',
  'Failure',
  'ProviderError',
  'SqliteError',
]);
const systemCodes = new Set([...Object.keys(constants.errno), 'ENOTFOUND', 'EAI_AGAIN']);

/** The public part of an error: its kind, its code, and where in the project's code it was thrown. */
export function describeError(error: unknown, root: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const { type, code, stack } = error as Record<string, unknown>;
  const name = typeof type === 'string' && errorNames.has(type) ? type : 'Error';
  const isKnown = typeof code === 'string' && (systemCodes.has(code) || /^(SQLITE|ERR)_[A-Z_]{2,40}$/.test(code));
  const frames = typeof stack === 'string' ? ownFrames(stack, root) : [];
  return [name, ...(isKnown ? [code] : []), ...(frames.length > 0 ? [`at ${frames.join(' < ')}`] : [])].join(' ');
}

/** The stack frames in the project's code, relative to its folder. */
function ownFrames(stack: string, root: string): string[] {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const below = frames.flatMap((line) => {
    const start = line.indexOf(root);
    return start < 0 ? [] : [line.slice(start + root.length)];
  });
  return below.flatMap((frame) => /^([\w.\\/-]+\.c?[jt]s:\d+)/.exec(frame)?.[1] ?? []).slice(0, 4);
}

/**
 * The folder of the project's code, as stack frames begin with it: the URL of the repository for its ES modules, or the
 * path of the bundle for its CommonJS modules.
 */
export const codeRoot = import.meta.url.endsWith('.ts')
  ? new URL('../../../', import.meta.url).href
  : `${import.meta.dirname}${sep}`;
