import { domainToASCII, domainToUnicode } from 'node:url';
import { organizationalDomainOf as organisationOf } from '../html/links.ts';
import { isDomainTypo } from '../safety-check/address-typos.ts';

/** A domain as it reads and as machines write it; the same but where it has letters beyond ASCII. */
export type ShownDomain = { readable: string; ascii: string };

export function shownDomain(domain: string): ShownDomain {
  const ascii = domainToASCII(domain) || domain;
  return { readable: domainToUnicode(ascii) || domain, ascii };
}

/**
 * The known domain that one could take this one for, undefined where there is none: the same to the eye, one slip of
 * the fingers away, or a known name put in front of another one.
 */
export function imitatedDomain(domain: string, known: ReadonlySet<string>): string | undefined {
  const own = organisationOf(shownDomain(domain).ascii);
  const others = new Set([...known].map((each) => organisationOf(shownDomain(each).ascii)));
  if (others.has(own)) return undefined;
  const skeleton = skeletonOf(own);
  for (const other of others) {
    if ((skeletonOf(other) === skeleton && hasLongName(other)) || isDomainTypo(own, other)) return other;
  }
  return [...others].find((other) => other.includes('.') && isUsedAsPrefix(domain, other));
}

/** Short names differ by one letter and are others. */
function hasLongName(domain: string): boolean {
  return domain.indexOf('.') >= 4;
}

/** `example.org.login.test` and `example-org.test` read like example.org at a glance. */
function isUsedAsPrefix(domain: string, other: string): boolean {
  const name = domain.toLowerCase();
  const joined = other.replaceAll('.', '-');
  return name.startsWith(`${other}.`) || name.includes(`.${other}.`) || name.startsWith(`${joined}.`);
}

/** Whether a name mixes letters of two scripts within a word, as no language does with these. */
export function hasMixedScripts(readable: string): boolean {
  return readable.split('.').some((label) => {
    const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
    return scripts.filter((script) => script.test(label)).length > 1;
  });
}

/** Letters that look like ASCII ones, of the confusables of Unicode (UTS 39): those met in domain names. */
const confusables = new Map(
  Object.entries({
    a: 'аαɑạàáâãäåāăą',
    b: 'ьḅ',
    c: 'сϲçćč',
    d: 'ԁɗḍď',
    e: 'еėẹèéêëēęě',
    f: 'ƒ',
    g: 'ɡġğģ',
    h: 'һḥ',
    i: 'іıɩìíîïīįị1l|',
    j: 'јϳ',
    k: 'кκķ',
    m: 'м',
    n: 'пոñńņňṇ',
    o: 'оοσօ0òóôõöøōőọơ',
    p: 'рρ',
    q: 'ԛ',
    r: 'гŕř',
    s: 'ѕśşšṣ',
    t: 'тτťţ',
    u: 'υսùúûüūůűųụư',
    v: 'νѵ',
    w: 'ԝѡω',
    x: 'хχ',
    y: 'уүγýÿ',
    z: 'źżžẓ',
  }).flatMap(([letter, alike]) => [...alike].map((twin) => [twin, letter] as const)),
);

/** What a domain looks like: equal for domains that can be taken for one another. */
function skeletonOf(domain: string): string {
  const letters = [...shownDomain(domain).readable.normalize('NFKC').toLowerCase()];
  return letters
    .map((letter) => confusables.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
