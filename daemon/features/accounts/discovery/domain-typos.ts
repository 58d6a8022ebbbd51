import { knownProviders, providerOfDomain } from './known-providers.ts';

/** Common typos of the most used domains; some of them belong to attackers that wait for such mail. */
const typosByDomain: Record<string, readonly string[]> = {
  'gmail.com': wordsIn(
    `gmial.com gmai.com gmal.com gmil.com gnail.com gamil.com gmaill.com gmali.com gmail.con gmail.co gmail.cm gmail.om
     gmail.comm gmail.cim gmailcom ggmail.com gmaul.com gmsil.com`,
  ),
  'hotmail.com': wordsIn(
    'hotmial.com hotmal.com hotmai.com hotmil.com hotamil.com hotmaill.com hotmail.con hotmail.co hotmali.com',
  ),
  'outlook.com': wordsIn('outlok.com outloo.com outlook.con outlook.co oulook.com outllok.com outlool.com'),
  'yahoo.com': wordsIn('yaho.com yahooo.com yhaoo.com yahoo.con yahoo.co yhoo.com yaoo.com yahou.com'),
  'icloud.com': wordsIn('iclod.com icoud.com iclould.com icloud.con icloud.co iclaud.com icluod.com'),
  'aol.com': wordsIn('aol.con aol.co'),
  'gmx.de': wordsIn('gmx.d gmx.ed gmxx.de'),
  'web.de': wordsIn('wbe.de web.ed webb.de'),
};

/** The intended domain if the domain of an address is a known typo; undefined for a domain of a provider. */
export function knownTypo(domain: string): string | undefined {
  if (providerOfDomain(domain)) return undefined;
  return Object.keys(typosByDomain).find((meant) => typosByDomain[meant]?.includes(domain));
}

/** The provider domain that the user likely meant, for a domain that takes no mail. */
export function likelyDomain(domain: string): string | undefined {
  return (
    knownTypo(domain) ??
    nearestName(
      domain,
      knownProviders.flatMap(({ domains }) => domains),
    )
  );
}

/** The first of the names at edit distance 1, or 2 for long names; undefined if the name is one of them. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return undefined;
  for (const maxDistance of [1, 2]) {
    const found = names.find(
      (each) => isLongEnough(each, maxDistance) && editDistance(name, each, maxDistance) <= maxDistance,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Short names are close to many others. */
function isLongEnough({ length }: string, maxDistance: number): boolean {
  return length >= (maxDistance === 1 ? 6 : 11);
}

/**
 * The number of characters that have to be added, removed, changed or swapped with their neighbour (Damerau-Levenshtein,
 * optimal string alignment). A distance above `maxDistance` is returned as `maxDistance + 1`.
 */
function editDistance(one: string, other: string, maxDistance: number): number {
  if (Math.abs(one.length - other.length) > maxDistance) return maxDistance + 1;
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, next];
  }
  return last[other.length] ?? maxDistance + 1;
}

function wordsIn(text: string): string[] {
  return text.trim().split(/\s+/);
}
