import { domainToASCII, domainToUnicode } from 'node:url';
import { organizationalDomainOf as organisationOf } from '../html/links.ts';
import { isDomainTypo } from '../safety-check/address-typos.ts';

/** A domain in its displayed and its ASCII form; the two are equal without letters beyond ASCII. */
type ShownDomain = { readable: string; ascii: string };

export function shownDomain(domain: string): ShownDomain {
  const ascii = domainToASCII(domain) || domain;
  return { readable: domainToUnicode(ascii) || domain, ascii };
}

/**
 * The known domain that this domain imitates; undefined if there is none. An imitation looks the same, differs by a
 * single typing error, or has a known name as a prefix.
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

/** Short names that differ by a letter are usually different organizations. */
function hasLongName(domain: string): boolean {
  return domain.indexOf('.') >= 4;
}

/** `example.org.login.test` and `example-org.test` look like example.org at a glance. */
function isUsedAsPrefix(domain: string, other: string): boolean {
  const name = domain.toLowerCase();
  const joined = other.replaceAll('.', '-');
  return name.startsWith(`${other}.`) || name.includes(`.${other}.`) || name.startsWith(`${joined}.`);
}

/** Whether a word of the name mixes letters of two scripts, which no language does with these scripts. */
export function hasMixedScripts(readable: string): boolean {
  return readable.split('.').some((label) => {
    const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
    return scripts.filter((script) => script.test(label)).length > 1;
  });
}

/** Letters that look like ASCII letters, from Unicode confusables (UTS 39): those that occur in domain names. */
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
  }).flatMap(([ascii, lookalikes]) => [...lookalikes].map((lookalike) => [lookalike, ascii] as const)),
);

/** A form of the domain that is equal for domains that look alike. */
function skeletonOf(domain: string): string {
  const characters = [...shownDomain(domain).readable.normalize('NFKC').toLowerCase()];
  return characters
    .map((character) => confusables.get(character) ?? character)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
