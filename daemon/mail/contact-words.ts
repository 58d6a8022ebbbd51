/** Lower case, compatibility forms and accents taken off: as contacts are found, whoever types. */
export function foldedName(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC');
}

type Named = { email: string; name: string | null; called: string | null };

/** The words a contact is found by, from their beginning: of the names and of the address, the address, its domain. */
export function contactWords({ email, name, called }: Named): string[] {
  const address = foldedName(email);
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const names = [name, called].flatMap((each) => wordsIn(foldedName(each ?? '')));
  return [...new Set([address, domain, ...wordsIn(address.slice(0, at)), ...wordsIn(domain), ...names])].slice(0, 40);
}

/** The beginnings of words that somebody types to find a contact. An address is one word, and so is what begins one. */
export function typedWords(text: string): string[] {
  const typed = foldedName(text)
    .slice(0, 400)
    .split(/[\s,;<>"()]+/);
  return [...new Set(typed.flatMap((word) => (/[@.]/.test(word) ? trimmed(word) : wordsIn(word))))].slice(0, 8);
}

function trimmed(word: string): string[] {
  const bare = word.replace(/^[^\p{L}\p{N}]+/u, '');
  return bare === '' ? [] : [bare];
}

function wordsIn(text: string): string[] {
  return (text.slice(0, 400).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 60));
}
