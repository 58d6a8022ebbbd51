/** Folds text for contact search: lower case, compatibility forms, no accents. */
export function foldSearchText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC');
}

type NamedContact = { email: string; name: string | null; name_by_owner: string | null };

/**
 * The words by which a contact is found, from their beginning: words of the names, words of the address, the whole
 * address, and its domain.
 */
export function contactSearchWords({ email, name, name_by_owner }: NamedContact): string[] {
  const address = foldSearchText(email);
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const names = [name, name_by_owner].flatMap((each) => wordsIn(foldSearchText(each ?? '')));
  return [...new Set([address, domain, ...wordsIn(address.slice(0, at)), ...wordsIn(domain), ...names])].slice(0, 40);
}

/** The prefixes in the user's search text. An address is a single word, and so is the beginning of an address. */
export function searchPrefixes(text: string): string[] {
  const typed = foldSearchText(text)
    .slice(0, 400)
    .split(/[\s,;<>"()]+/);
  return [
    ...new Set(typed.flatMap((word) => (/[@.]/.test(word) ? trimLeadingPunctuation(word) : wordsIn(word)))),
  ].slice(0, 8);
}

function trimLeadingPunctuation(word: string): string[] {
  const bare = word.replace(/^[^\p{L}\p{N}]+/u, '');
  return bare === '' ? [] : [bare];
}

function wordsIn(text: string): string[] {
  return (text.slice(0, 400).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 60));
}
