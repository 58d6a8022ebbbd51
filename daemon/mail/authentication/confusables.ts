/** Characters that look like ASCII letters, from Unicode's confusables (UTS 39): those that occur in names of domains. */
const confusables = new Map(
  Object.entries({
    a: 'аαɑᴀ4@',
    b: 'ьЬвβ',
    c: 'сϲᴄ',
    d: 'ԁɗ',
    e: 'еєεёэҽ3',
    f: 'ƒſϝ',
    g: 'ɡց',
    h: 'һհнʜ',
    i: 'іıɩι1l|ӏǀїľł!',
    j: 'јϳ',
    k: 'кκᴋ',
    m: 'мᴍ',
    n: 'пոηи',
    o: 'оοσօ0øᴏө',
    p: 'рρþ',
    q: 'ԛգ',
    r: 'гᴦ',
    s: 'ѕꜱ5$',
    t: 'тτᴛ',
    u: 'υսᴜц',
    v: 'νѵᴠ',
    w: 'ԝѡωɯш',
    x: 'хχ×',
    y: 'уүγʏ',
    z: 'ᴢ',
  }).flatMap(([ascii, lookalikes]) => [...lookalikes].map((lookalike) => [lookalike, ascii] as const)),
);

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/** A form of a text that is equal for texts that look alike. Accents, invisible characters and upper case do not count. */
export function skeletonOf(text: string): string {
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}\p{Cc}]/gu, '');
  let skeleton = '';
  for (const character of bare) skeleton += confusables.get(character) ?? character;
  return skeleton.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Whether a word of the name mixes letters of two scripts, which no language does with these scripts. */
export function hasMixedScripts(readable: string): boolean {
  return readable.split('.').some((label) => scripts.filter((script) => script.test(label)).length > 1);
}
