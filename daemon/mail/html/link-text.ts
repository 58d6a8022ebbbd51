import { hasPublicSuffix, organizationalDomainOf } from './links.ts';

/** An address in the text of a link that names another organization than the target: as it is shown, and the real host. */
type Mismatch = { shown: string; host: string };

/** A part of the text of a link; a part with attributes of its own could be invisible. */
export type LinkTextPart = { text: string; isStyled: boolean };

/** The first mismatch in the text of a link, whether or not its styled parts are visible. */
export function mismatchIn(parts: readonly LinkTextPart[], target: string): Mismatch | undefined {
  const join = (some: readonly LinkTextPart[]) => some.map(({ text }) => text).join('');
  const readings = [join(parts)];
  if (parts.some(({ isStyled }) => isStyled)) {
    readings.push(join(parts.filter(({ isStyled }) => !isStyled)), join(parts.filter(({ isStyled }) => isStyled)));
    readings.push(...parts.map(({ text }) => text));
  }
  for (const reading of new Set(readings)) {
    const found = mismatchedAddress(reading, target);
    if (found) return found;
  }
  return undefined;
}

/**
 * The first address in the text that names another organization than the target: a web address for a web target, a mail
 * address for a mail target. Hosts of the same organization belong together.
 */
export function mismatchedAddress(text: string, target: string): Mismatch | undefined {
  if (!/[.。．｡]/.test(text.normalize('NFKC'))) return undefined;
  const isMail = target.startsWith('mailto:');
  if (!isMail && !/^https?:/.test(target)) return undefined;
  const host = isMail ? mailHost(target) : URL.parse(target)?.hostname;
  if (!host) return undefined;
  const organization = organizationalDomainOf(host);
  for (const token of plainText(text).split(separators)) {
    for (const claimed of isMail ? mailHostsIn(token) : webHostsIn(token)) {
      const name = URL.parse(`https://${claimed}`)?.hostname;
      if (name && organizationalDomainOf(name) !== organization) return { shown: token.replace(/[.:!?…]+$/, ''), host };
    }
  }
  return undefined;
}

const separators = /[\s<>"“”„«»‹›()[\]{}|,;]+/;

/** Text as it looks: without characters that have no shape, and with the usual forms of letters and dots. */
function plainText(text: string): string {
  return text
    .replace(/[\p{Cf}\u034f\u115f\u1160\u3164\uffa0]/gu, '')
    .replace(/\p{Cc}/gu, ' ')
    .normalize('NFKC')
    .replaceAll('。', '.');
}

function mailHost(target: string): string | undefined {
  const [first = ''] = target.slice('mailto:'.length).split(/[?,;]/);
  const host = decoded(first).split('@').at(-1);
  return host && URL.parse(`https://${host}`)?.hostname;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An incorrect escape stays as it is, as in mail programs.
    return text;
  }
}

function mailHostsIn(token: string): string[] {
  const host = /[^@\s]@([^@\s/?#]+)$/u.exec(token)?.[1];
  return host === undefined ? [] : namesIn(host).slice(0, 1);
}

/** The hosts that a word names: with a scheme, with "www.", or with a public suffix; before an "@" too, where a path follows. */
function webHostsIn(token: string): string[] {
  const scheme = /https?:[\\/]*/i.exec(token);
  const before = scheme ? token.slice(0, scheme.index) : '';
  const rest = scheme ? token.slice(scheme.index + scheme[0].length) : token;
  const authority = /^[^\\/?#]*/.exec(rest)?.[0] ?? '';
  if (!scheme && authority.includes('@') && authority.length === rest.length) return [];
  const names = namesIn(authority).filter((name) => scheme || /^www\./i.test(name) || isAddress(name, rest));
  const earlier = before.includes('@') ? [] : namesIn(before).filter((name) => isAddress(name, before));
  const ip = scheme && /^(?:[^@]*@)?(\[[\da-f:.]+\]|\d+(?:\.\d+){3})/i.exec(authority)?.[1];
  return [...earlier, ...names, ...(ip ? [ip] : [])];
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+/gu)].map(([name]) => name);
}

/** Top-level domains that are more often the end of the name of a file: "README.md" is a word. */
const fileEndings = /\.(?:md|mk|mov|ps|py|rs|sh|zip)$/i;

/** Whether a name without a scheme is an address. "here.It" is the end of a sentence without its space. */
function isAddress(name: string, context: string): boolean {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const isSpelledAsOne =
    ending === ending.toLowerCase() || name === name.toUpperCase() || /^(?:com|net|org)$/i.test(ending);
  const isFile = fileEndings.test(name) && !/[/?#:]/.test(context) && name.split('.').length === 2;
  return isSpelledAsOne && !isFile && hasPublicSuffix(name);
}
