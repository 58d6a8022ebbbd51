import { type Placed, textsOf } from './faults.ts';
import { wordsAt } from './speaking.ts';
import type { Tree } from './spoken.ts';

/**
 * The words that no source says. A section that is handed on, or looked into by a name that is computed, is said whole;
 * where it only gets a shorter name, it is not said by that.
 */
export function unsaidWords(words: Tree, sources: readonly string[]): string[] {
  const said = sources.flatMap((source) => placesIn(source, words));
  const isSaid = ({ place }: Placed) => said.some((each) => each.every((name, index) => place[index] === name));
  return textsOf(words).flatMap((placed) => (isSaid(placed) ? [] : [placed.at]));
}

const binding = /const (\w+|\{[^}]*\}) = (\w+)((?:\.\w+)*);/g;

/** The texts and whole sections that a source says, each by the names that lead there. */
function placesIn(source: string, words: Tree): string[][] {
  const bound = new Map<string, string[]>([['strings', []]]);
  const said: string[][] = [];
  for (const [, names = '', from = '', path = ''] of source.matchAll(binding)) {
    const start = bound.get(from);
    if (!start) continue;
    const place = [...start, ...namesIn(path)];
    if (typeof wordsAt(words, place) === 'string') said.push(place);
    else if (!names.startsWith('{')) bound.set(names, place);
    else for (const [, name = '', as = name] of names.matchAll(/(\w+)(?:: (\w+))?/g)) bound.set(as, [...place, name]);
  }
  const saying = source.replaceAll(binding, (written, _names, from: string) => (bound.has(from) ? '' : written));
  return [...said, ...[...bound].flatMap(([name, start]) => usesOf(name, start, saying, words))];
}

function usesOf(name: string, start: readonly string[], source: string, words: Tree): string[][] {
  const isText = typeof wordsAt(words, start) === 'string';
  const uses = new RegExp(`(?:(\\(|\\.\\.\\.)|(?<![\\w.'"\`/-]))${name}\\b((?:\\??\\.\\w+)*)(\\[|\\)| as )?`, 'g');
  return [...source.matchAll(uses)].flatMap(([, before, path = '', after]) => {
    const isHandedOn = after === '[' || after === ' as ' || (before !== undefined && after === ')') || before === '...';
    if (path === '' && !isText && !isHandedOn) return [];
    const place = deepest([...start, ...namesIn(path)], words);
    return place.length === 0 ? [] : [place];
  });
}

function namesIn(path: string): string[] {
  return path.split(/\??\./).filter(Boolean);
}

/** As far as the names lead: to a text, or to a section. */
function deepest(place: readonly string[], words: Tree): string[] {
  let end = 0;
  while (end < place.length && wordsAt(words, place.slice(0, end + 1)) !== undefined) end += 1;
  return place.slice(0, end);
}
