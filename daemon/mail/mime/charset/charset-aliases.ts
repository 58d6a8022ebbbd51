/** Labels without punctuation, by a label that decoders know. Those of the Encoding Standard are not listed. */
const labels: Record<string, string> = {
  'utf-8': 'utf uft8 u8 csutf8 iso10646utf8',
  'utf-7': 'u7 csutf7 csunicode11utf7',
  'utf-16': 'u16 utf16 csutf16 unicode11',
  'utf-16be': 'unicodebig unicodebigunmarked ucs2be csutf16be',
  'utf-16le': 'unicodelittle unicodelittleunmarked ucs2le csutf16le',
  'utf-32': 'u32 ucs4 csucs4 csutf32 iso10646ucs4',
  'windows-1252': 'latin 8859 iso8859 ansi winlatin1 westerneuropean',
  'windows-1257': 'baltic winbaltrim',
  'windows-874': 'thai tis62025290 tis62025330 tis62025331',
  gbk: 'gb eucgb2312cn gb2312cn cngb euccn eucgb simplifiedchinese macsimpchinese macchinesesimp',
  gb18030: 'gb180302000 gb180302005',
  'hz-gb-2312': 'hz hzgb hzgb2312',
  'iso-2022-cn': 'iso2022cn iso2022cnext csiso2022cn',
  big5: 'big5tw big5eten bigfive hkscs big5hkscs2001 big5hkscs2004 traditionalchinese mactradchinese macchinesetrad',
  'euc-kr': 'uhc ksx1001 mscp949 mackorean',
  'iso-2022-kr': 'iso2022kr csiso2022kr',
  shift_jis: 'sjisopen sjiswin sjisms sjis2004 shiftjis2004 sjisx0213 shiftjisx0213 ibm943 macjapanese cswindows31j',
  'euc-jp': 'ujis eucjpms eucjpwin eucjpopen eucjis2004 eucjisx0213 jisx0213 eucjapan japaneseeuc',
  'iso-2022-jp':
    'jis jis7 jisencoding csjisencoding iso2022jp iso2022jp1 iso2022jp2 iso2022jp3 iso2022jpext iso2022jp2004 iso2022jpms csiso2022jp2',
  maccenteuro: 'macce maclatin2 maccentraleurope maccentraleurroman maccentraleuropean',
  macromania: 'macromanian',
  maciceland: 'macis macicelandic',
  'x-mac-cyrillic': 'macuk macukrainian msmaccyrillic',
  hproman8: 'cp1051 ibm1051 cshproman8',
  rk1048: 'kz1048 strk10482002 cskz1048',
  pt154: 'ptcp154 cp154 csptcp154 cyrillicasian',
  cp1125: 'cp866u ruscii',
  cp861: 'cpis',
};

/** Code pages of Windows and IBM by number, where the label of the decoder has another number or a name. */
const codePages: Record<number, string> = {
  813: 'iso-8859-7', 912: 'iso-8859-2', 913: 'iso-8859-3', 914: 'iso-8859-4', 915: 'iso-8859-5', 916: 'iso-8859-8',
  919: 'iso-8859-10', 920: 'iso-8859-9', 921: 'iso-8859-13', 923: 'iso-8859-15', 1089: 'iso-8859-6',
  932: 'shift_jis', 943: 'shift_jis', 936: 'gbk', 1386: 'gbk', 949: 'euc-kr', 1363: 'euc-kr', 950: 'big5',
  1200: 'utf-16le', 1201: 'utf-16be', 12000: 'utf-32le', 12001: 'utf-32be', 65000: 'utf-7', 65001: 'utf-8',
  10000: 'macintosh', 10006: 'macgreek', 10007: 'x-mac-cyrillic', 10029: 'maccenteuro', 10079: 'maciceland', 10081: 'macturkish',
  20127: 'us-ascii', 20866: 'koi8-r', 21866: 'koi8-u', 20932: 'euc-jp', 20936: 'gbk', 20949: 'euc-kr',
  38598: 'iso-8859-8-i', 50220: 'iso-2022-jp', 50221: 'iso-2022-jp', 50222: 'iso-2022-jp', 50225: 'iso-2022-kr',
  50227: 'iso-2022-cn', 51932: 'euc-jp', 51936: 'gbk', 51949: 'euc-kr', 52936: 'hz-gb-2312', 54936: 'gb18030',
}; // prettier-ignore

const maxNameLength = 60;
const known = new Map(
  Object.entries(labels).flatMap(([label, aliases]) => aliases.split(' ').map((alias) => [alias, label] as const)),
);

/**
 * A label that decoders know for one that they do not: names of IANA, Python, Java and mail programs, and spellings
 * with other punctuation. Undefined if there is none.
 */
export function knownCharsetLabel(name: string): string | undefined {
  if (name.length > maxNameLength) return undefined;
  const key = name.replaceAll(/[^a-z\d]/g, '');
  const registered = key.replace(/^x/, '');
  return known.get(key) ?? known.get(registered) ?? numberedLabel(registered) ?? /^x[-_](.+)/.exec(name)?.[1];
}

function numberedLabel(key: string): string | undefined {
  if (key.startsWith('utf8')) return 'utf-8';
  const part = /^(?:cs)?(?:iso|ibm|cp)?8859(\d\d??)(?:(?:19|20)\d\d)?[ei]?$/.exec(key)?.[1];
  if (part !== undefined) return `iso-8859-${part}`;
  const page = /^(?:cs)?(?:windows|win|mswin|microsoft|ms|ansi|dos|oem|ibm|codepage)?(?:cp)?0*(\d{3,5})$/.exec(
    key,
  )?.[1];
  if (page === undefined) return undefined;
  // Code pages 28591 to 28606 of Windows are the parts of ISO 8859.
  const isoPart = Number(page) - 28_590;
  if (isoPart > 0 && isoPart <= 16) return `iso-8859-${isoPart}`;
  return codePages[Number(page)] ?? (/^125\d$/.test(page) ? `windows-${page}` : `cp${page}`);
}
