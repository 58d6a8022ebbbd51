import { currencyDigits, type Amount } from '../amount.ts';

/** An amount of money in a text, and where it is. */
export type FoundAmount = { amount: Amount; words: string; start: number; end: number };

const codesBySign: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₺': 'TRY',
  '₩': 'KRW',
  円: 'JPY',
  '￥': 'JPY',
  '¥': 'JPY',
  r$: 'BRL',
  us$: 'USD',
  ca$: 'CAD',
  c$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  $: 'USD',
  euro: 'EUR',
  euros: 'EUR',
};
const codes =
  'EUR|USD|GBP|CHF|JPY|BRL|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|INR|MXN|AED|SAR|EGP|QAR|KWD|MAD|TND|TRY|CNY|KRW|ZAR';
const signs = String.raw`R\$|US\$|CA\$|C\$|AU\$|A\$|\$|€|£|₹|₽|₺|₩|￥|¥|円|euros?`;
const number = String.raw`\d{1,3}(?:[.,’'\u00a0\u202f ]\d{3})+(?:[.,]\d{1,3})?|\d{1,9}(?:[.,]\d{1,3})?`;

const amountPattern = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:(?<before>${signs}|${codes})\\s?(?<after>${number})|(?<first>${number})\\s?(?<behind>${signs}|${codes}))(?![\\p{L}\\p{N}])`,
  'giu',
);

const maxAmounts = 100;

/** The amounts in a text, in order. What can be read in two ways is left out. */
export function amountsIn(text: string): FoundAmount[] {
  const found: FoundAmount[] = [];
  for (const match of text.matchAll(amountPattern)) {
    if (found.length >= maxAmounts) break;
    const { before, after, first, behind } = match.groups ?? {};
    const currency = currencyOf(before ?? behind ?? '');
    const minor = minorUnits(after ?? first ?? '', currency);
    if (minor === undefined) continue;
    const words = match[0].trim();
    const start = match.index + match[0].indexOf(words);
    found.push({ amount: { minor, currency }, words, start, end: start + words.length });
  }
  return found;
}

function currencyOf(sign: string): string {
  return codesBySign[sign.toLowerCase()] ?? sign.toUpperCase();
}

/** The smallest units of a written number. Undefined where it is not certain which mark is the decimal separator. */
function minorUnits(written: string, currency: string): number | undefined {
  const digits = currencyDigits(currency);
  const plain = written.replaceAll(/[\s\u00a0\u202f’']/g, '');
  const marks = [...plain.matchAll(/[.,]/g)].map(({ 0: mark, index }) => ({
    mark,
    decimals: plain.length - index - 1,
  }));
  const last = marks.at(-1);
  const isDecimal =
    last !== undefined &&
    last.decimals === digits &&
    digits > 0 &&
    marks.filter(({ mark }) => mark === last.mark).length === 1;
  if (last && !isDecimal && (last.decimals !== 3 || (digits === 3 && marks.length === 1))) return undefined;
  const whole = Number((isDecimal ? plain.slice(0, -(digits + 1)) : plain).replaceAll(/[.,]/g, ''));
  const fraction = isDecimal ? Number(plain.slice(-digits)) : 0;
  const minor = whole * 10 ** digits + fraction;
  return Number.isSafeInteger(minor) && minor > 0 ? minor : undefined;
}
