import { visibleText } from '../base/fence.ts';

/** Links that may stay, because the user wrote them. */
type InertOptions = { keep?: string };

const address =
  /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.|(?:mailto|javascript|vbscript|data|tel|sms|file|blob):)[^\s<>()[\]"'`]*/gi;

/**
 * An answer of a model in which nothing is live: no link, image or HTML. Its words stay; an address becomes the name of its
 * host. Addresses that `keep` contains stay as they are.
 */
export function inertText(text: string, { keep = '' }: InertOptions = {}): string {
  const kept = new Set((keep.match(address) ?? []).map((found) => withoutPunctuation(found)));
  return (
    visibleText(text)
      // Twice, because what is left after one removal may be a tag too.
      .replace(tags, '')
      .replace(tags, '')
      .replace(/<(?=[a-z!?/])/gi, '< ')
      .replace(/!\[([^\][]{0,500})\]\s?(?:\([^()]{0,2000}\)|\[[^\][]{0,500}\])?/g, '$1')
      .replace(/\[([^\][]{0,500})\]\(([^()]{0,2000})\)/g, (whole: string, words: string, target: string) =>
        kept.has(target) ? whole : words,
      )
      .replace(/^[ \t]{0,9}\[[^\][]{1,500}\]:[ \t]*\S.*$/gm, '')
      .replace(address, (found) => {
        const link = withoutPunctuation(found);
        return `${kept.has(link) ? link : nameOf(link)}${found.slice(link.length)}`;
      })
      .trim()
  );
}

const tags = /<\/?[a-z!?][^<>]*>/gi;

/** A full stop after an address ends the sentence. */
function withoutPunctuation(found: string): string {
  return found.replace(/[.,;:!?]+$/, '');
}

/** What is left of an address: the name of its host. */
function nameOf(found: string): string {
  const host = URL.parse(found.startsWith('www.') ? `https://${found}` : found)?.hostname ?? '';
  return host === '' ? '(link removed)' : `(link to ${host.replace(/^www\./, '')} removed)`;
}
