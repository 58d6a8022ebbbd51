import {
  hasFedExCheckDigit,
  hasGs1CheckDigit,
  hasIso7064CheckCharacter,
  hasLuhnCheckDigit,
  hasMod7CheckDigit,
  hasS10CheckDigit,
  hasUpsCheckDigit,
} from './check-digits.ts';

/**
 * A format of tracking numbers, as a carrier publishes it. `proof` is what the shape alone tells: `strong` if hardly any other
 * number looks like it, `weak` if it needs a label beside it or the carrier as the sender.
 */
type NumberFormat = {
  carrier: string;
  pattern: RegExp;
  check?: (number: string) => boolean;
  proof: 'strong' | 'weak';
  /** The number that the carrier tracks, where more is printed. */
  tracked?: (number: string) => string;
};

const last12 = (number: string) => number.slice(-12);

/** USPS writes the ZIP code of the recipient before the number: 420 and five or nine digits. */
function withoutZip(number: string): string {
  if (!number.startsWith('420') || number.length < 28) return number;
  return [8, 12].map((length) => number.slice(length)).find((rest) => /^9\d{21}(?:\d{4})?$/.test(rest)) ?? number;
}

const uspsNumber = /^(?:420\d{5}|420\d{9})?9[1-5]\d{20}(?:\d{4})?$/;

/** The first format that fits counts. */
const formats: readonly NumberFormat[] = [
  { carrier: 'ups', pattern: /^1Z[A-Z\d]{15}\d$/, check: (n) => hasUpsCheckDigit(n, 2), proof: 'strong' },
  { carrier: 'ups', pattern: /^[AGHJKTVW]\d{10}$/, check: (n) => hasUpsCheckDigit(n, 1), proof: 'weak' },
  {
    carrier: 'usps',
    pattern: uspsNumber,
    check: (n) => hasGs1CheckDigit(withoutZip(n)),
    proof: 'strong',
    tracked: withoutZip,
  },
  { carrier: 'usps', pattern: /^(?:0[37]|23|70|71|77|82)\d{18}$/, check: hasGs1CheckDigit, proof: 'weak' },
  {
    carrier: 'fedex',
    pattern: /^(?:100|119)\d{31}$/,
    check: (n) => hasFedExCheckDigit(last12(n)),
    proof: 'strong',
    tracked: last12,
  },
  {
    carrier: 'fedex',
    pattern: /^96[23]2\d{30}$/,
    check: (n) => hasFedExCheckDigit(last12(n)),
    proof: 'strong',
    tracked: last12,
  },
  // The number is neither at the end nor at the beginning of what an ASTRA label shows.
  {
    carrier: 'fedex',
    pattern: /^\d{32}$/,
    check: (n) => hasFedExCheckDigit(n.slice(16, 28)),
    proof: 'weak',
    tracked: (n) => n.slice(16, 28),
  },
  {
    carrier: 'fedex',
    pattern: /^96\d{20}$/,
    check: (n) => hasGs1CheckDigit(n.slice(-15)),
    proof: 'strong',
    tracked: (n) => n.slice(-15),
  },
  { carrier: 'fedex', pattern: /^61\d{18}$/, check: hasGs1CheckDigit, proof: 'weak' },
  { carrier: 'fedex', pattern: /^\d{15}$/, check: hasGs1CheckDigit, proof: 'weak' },
  { carrier: 'fedex', pattern: /^\d{12}$/, check: hasFedExCheckDigit, proof: 'weak' },
  {
    carrier: 'dhl',
    pattern: /^(?:00)?3404\d{16}$/,
    check: hasGs1CheckDigit,
    proof: 'strong',
    tracked: (n) => n.slice(-18),
  },
  { carrier: 'dhl', pattern: /^JJD\d{10,18}$/, proof: 'strong' },
  { carrier: 'dhl', pattern: /^JVGL\d{10,20}$/, proof: 'strong' },
  { carrier: 'dhl', pattern: /^GM\d{16,22}$/, proof: 'weak' },
  { carrier: 'dhl', pattern: /^6012\d{10}$/, proof: 'weak' },
  { carrier: 'dhl', pattern: /^\d{10}$/, check: hasMod7CheckDigit, proof: 'weak' },
  { carrier: 'yodel', pattern: /^JD\d{16}$/, proof: 'strong' },
  { carrier: 'amazon', pattern: /^TB[ACM]\d{12}$/, proof: 'strong' },
  { carrier: 'amazon', pattern: /^(?:QA|QB|IT|FR|DE|ES|AF)\d{10}$/, proof: 'weak' },
  { carrier: 'amazon', pattern: /^C\d{10}$/, proof: 'weak' },
  { carrier: 'ontrac', pattern: /^[CD]\d{14}$/, check: (n) => hasUpsCheckDigit(n, 0), proof: 'strong' },
  { carrier: 'lasership', pattern: /^1LS7(?:\d{11}|\d{12}1)$/, proof: 'strong' },
  { carrier: 'lasership', pattern: /^1LSCX[A-Z\d]{10}$/, proof: 'strong' },
  { carrier: 'lasership', pattern: /^L[A-Z]\d{8}$/, proof: 'weak' },
  {
    carrier: 'dpd',
    pattern: /^\d{14}[A-Z\d]$/,
    check: hasIso7064CheckCharacter,
    proof: 'weak',
    tracked: (n) => n.slice(0, 14),
  },
  { carrier: 'dpd', pattern: /^\d{27}[A-Z\d]$/, check: hasIso7064CheckCharacter, proof: 'strong' },
  { carrier: 'canada-post', pattern: /^\d{16}$/, check: hasGs1CheckDigit, proof: 'weak' },
  { carrier: 'canpar', pattern: /^[DLS]\d{21}$/, proof: 'strong' },
  { carrier: 'purolator', pattern: /^\d{12}$/, check: hasLuhnCheckDigit, proof: 'weak' },
  { carrier: 'purolator', pattern: /^[A-Z]{3}\d{9}$/, proof: 'weak' },
  { carrier: 'yamato', pattern: /^\d{12}$/, check: hasMod7CheckDigit, proof: 'weak' },
  { carrier: 'old-dominion', pattern: /^[078]\d{10}$/, check: hasLuhnCheckDigit, proof: 'weak' },
  { carrier: 'gofo', pattern: /^GFUS\d{14}$/, proof: 'strong' },
  { carrier: 'landmark', pattern: /^LTN\d{8}N\d$/, proof: 'strong' },
  { carrier: 'spee-dee', pattern: /^SP\d{18}$/, proof: 'strong' },
  { carrier: 'yunexpress', pattern: /^YT\d{16}$/, proof: 'strong' },
  { carrier: 'cainiao', pattern: /^LP00\d{12}$/, proof: 'strong' },
  { carrier: 'sf-express', pattern: /^SF\d{12,13}$/, proof: 'strong' },
  { carrier: 'postnl', pattern: /^3S[A-Z]{4}\d{7,11}$/, proof: 'strong' },
  { carrier: 'la-poste', pattern: /^[5-9][A-Z]\d{11}$/, proof: 'weak' },
  { carrier: 'poczta-polska', pattern: /^(?:00)?[35]59007\d{12}$/, check: hasGs1CheckDigit, proof: 'strong' },
  { carrier: 'inpost', pattern: /^6\d{23}$/, proof: 'weak' },
  { carrier: 'packeta', pattern: /^Z\d{10}$/, proof: 'weak' },
  // Serial shipping container codes (GS1): which carrier has it, the number does not tell.
  { carrier: '', pattern: /^(?:00)?\d{18}$/, check: hasGs1CheckDigit, proof: 'weak' },
];

/** Postal operators by the country at the end of an S10 number. */
const postalOperators: Readonly<Record<string, string>> = {
  AT: 'austrian-post',
  AU: 'australia-post',
  BE: 'bpost',
  CA: 'canada-post',
  CH: 'swiss-post',
  CN: 'china-post',
  DE: 'dhl',
  DK: 'postnord',
  ES: 'correos',
  FI: 'posti',
  FR: 'la-poste',
  GB: 'royal-mail',
  IE: 'an-post',
  IT: 'poste-italiane',
  JP: 'japan-post',
  NL: 'postnl',
  NO: 'posten',
  PL: 'poczta-polska',
  PT: 'ctt',
  SE: 'postnord',
  SG: 'singapore-post',
  US: 'usps',
};

/** What a number is by its shape. `carrier` is the key of a carrier (`carriers.ts`); empty if several use the format. */
export type RecognizedNumber = { number: string; carrier: string; proof: 'strong' | 'weak' };

/** Each digit is the same, as in examples and test mail. */
const isPlaceholder = (number: string) => new Set(number.replaceAll(/\D/g, '')).size < 2;

/**
 * The formats that a number has, the best first. Spaces and hyphens do not count. Every format with a check digit is checked,
 * except for `uncheckedCarrier`: a carrier that names the number itself knows better than a published format.
 */
export function recognizeNumber(text: string, uncheckedCarrier?: string): RecognizedNumber[] {
  const number = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^[A-Z\d]{8,34}$/.test(number) || (uncheckedCarrier === undefined && isPlaceholder(number))) return [];
  const s10 = postalNumber(number, uncheckedCarrier);
  if (s10) return [s10];
  return formats.flatMap(({ carrier, pattern, check, proof, tracked }) => {
    if (!pattern.test(number)) return [];
    if (check && carrier !== uncheckedCarrier && !check(number)) return [];
    return [{ number: tracked?.(number) ?? number, carrier, proof }];
  });
}

/** UPU standard S10. The first letters say what is sent: parcels (C, E, H), registered (R, V), tracked (L) and small packets (U). */
function postalNumber(number: string, uncheckedCarrier: string | undefined): RecognizedNumber | undefined {
  if (!/^[A-Z]{2}\d{9}[A-Z]{2}$/.test(number)) return undefined;
  const carrier = postalOperators[number.slice(-2)] ?? '';
  if (!hasS10CheckDigit(number) && (carrier === '' || carrier !== uncheckedCarrier)) return undefined;
  return { number, carrier, proof: 'strong' };
}
