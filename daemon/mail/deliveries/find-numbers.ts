import { carrierOfHost } from './carriers.ts';
import { recognizeNumber, type RecognizedNumber } from './tracking-numbers.ts';

/** A tracking number in a message. */
export type FoundNumber = {
  number: string;
  /** The key of its carrier; empty where neither the number nor the link tells. */
  carrier: string;
  /** Whether its shape alone, a label beside it, a link to the carrier, or the carrier’s own mail shows what it is. */
  shownBy: 'shape' | 'label' | 'link' | 'sender';
  index: number;
};

const maxCandidates = 200;
const maxNumbers = 10;
const maxLinks = 400;

/** Runs that may be numbers: without spaces, digits in groups, and the two formats with letters that are printed in groups. */
const candidates =
  /(?<![\p{L}\p{N}_])(?:1Z(?: ?[A-Z\d]){16}|[A-Z]{2}(?: ?\d){9} ?[A-Z]{2}|\d{2,6}(?:[ -]\d{2,6}){2,9}(?: ?[A-Z])?|(?=[A-Z\d-]{0,20}\d)[A-Z\d]{6,34}(?:-[A-Z\d]{1,4})?)(?![\p{L}\p{N}_])/giu;

/** Words before a tracking number. */
const labels =
  /(?:track(?:ing)?(?: ?(?:number|no\.?|nr\.?|#|id|code))?|shipment(?: ?(?:number|no\.?|id|#))?|consignment(?: ?(?:number|no\.?))?|(?:air ?)?way ?bill(?: ?(?:number|no\.?))?|(?:parcel|package)(?: ?(?:number|no\.?|id|#))?|sendung(?:s ?-?(?:nummer|nr\.?|id|verfolgung))?|paket(?:nummer|-?nr\.?)|sendungs-?id|num[ée]ro d[eu] (?:suivi|colis|votre colis)|n° d[eu] (?:suivi|colis)|(?:n[úu]mero|c[óo]digo|n\.?º) de (?:seguimiento|env[ií]o|rastreio|rastreamento|objeto|encomenda)|(?:numero|codice)(?: di)? (?:tracking|spedizione|tracciamento)|lettera di vettura|track ?(?:&|and|en) ?trace(?:[- ]?code)?|zendingsnummer|barcode|(?:numer|nr) (?:przesyłki|paczki|nadania|listu)|(?:paczka|przesyłka) o numerze|przesyłk[ęiaą]|お問い?合わ?せ(?:番号|伝票番号)|追跡番号|伝票番号|送り状番号|رقم (?:التتبع|الشحنة)|kollinummer|spårningsnummer|sporingsnummer|seurantakoodi)\s{0,4}[:：#.\-–]?\s{0,20}(?:(?:is|ist|est|es|é|è|:)\s{1,4})?(?:[|>*]\s{0,3}){0,2}$/iu;

/** Words before a number that is something else. */
const otherLabels =
  /(?:invoice|rechnung\S*|facture|factura|fatura|fattura|factuur|faktura|phone|tel(?:efon\w*|\.)?|call(?: us)?(?: on| at)?|fax|mobile|hotline|infolinia|booking|reservation|buchung\S*|r[ée]servation|reserva|prenotazione|customer|kunden\S*|client|account|konto\S*|iban|bic|vat|ust\S*|nip|regon|krs|policy|ticket|flight|member\S*|case|reference|ref|code postal|zip|order|bestell\S*|auftrag\S*|commande|pedido|ordine|bestelling|zamówieni\S*|serial|imei|card|karte|pickup code|abholcode|pin|kod\S*)(?: ?(?:number|no|nr|num[ée]ro|n[úu]mero|numer|code|id|#|n°))?\.?\s{0,3}[:：#+(]?\s{0,3}$/iu;

type Options = {
  /** The carrier that sent the message. */
  sender: string | undefined;
};

/**
 * The tracking numbers in a text that is shown to the reader, without duplicates. A number that others could have too counts only
 * beside a label, or in mail of its carrier. Numbers of invoices, phones, bookings and orders do not count.
 */
export function numbersInText(text: string, { sender }: Options): FoundNumber[] {
  const found = new Map<string, FoundNumber>();
  let count = 0;
  for (const match of text.matchAll(candidates)) {
    if (++count > maxCandidates || found.size >= maxNumbers) break;
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    if (/[+(/@.=&?%]$/.test(before) || (otherLabels.test(before) && !labels.test(before))) continue;
    const context = { isLabelled: labels.test(before), sender };
    const number = firstOf(beginningsOf(match[0]), (text) => numberAt(text, context));
    if (number && !found.has(number.number)) found.set(number.number, { ...number, index: match.index });
  }
  return [...found.values()];
}

/** A number in groups may be followed by another number, such as a count: the whole, and without its last groups. */
function beginningsOf(text: string): string[] {
  const groups = text.split(' ');
  return [0, 1, 2]
    .filter((left) => groups.length - left > 2 || left === 0)
    .map((left) => groups.slice(0, groups.length - left).join(' '));
}

function firstOf<Value>(texts: readonly string[], valueOf: (text: string) => Value | undefined): Value | undefined {
  for (const text of texts) {
    const value = valueOf(text);
    if (value !== undefined) return value;
  }
  return undefined;
}

type Context = Options & { isLabelled: boolean };

function numberAt(text: string, { isLabelled, sender }: Context): Omit<FoundNumber, 'index'> | undefined {
  // In its own mail, beside a label, a carrier may use formats that are not listed here.
  const recognized = recognizeNumber(text, isLabelled ? sender : undefined);
  const own = sender === undefined ? undefined : recognized.find(({ carrier }) => carrier === sender);
  if (own) return { ...own, shownBy: 'sender' };
  const [first] = recognized;
  if (first?.proof === 'strong') return { ...first, shownBy: 'shape' };
  const plain = text.replaceAll('-', '').toUpperCase();
  if (sender !== undefined && isLabelled && /^[A-Z]{0,4}\d{6,26}[A-Z]{0,2}$/.test(plain))
    return { number: plain, carrier: sender, shownBy: 'sender' };
  return first && isLabelled ? { ...first, shownBy: 'label' } : undefined;
}

export type Link = { target: string };

/** Names of the parameters with which carriers are asked for a number. */
const numberParameter =
  /^(?:tracknums?|tracking[-_]?(?:number|id|code|nr|no)?|tracking_numbers|trknbr|tracknumbers|tlabels|qtc_tlabels1|piececode|idc|nummer|numer|number|match|parcel(?:number|id|no)?|shipment(?:id|number)?|itemcode|item|code|listenumeroslt|barcode|b|l|z|id|snr|pin|loc)$/i;

/** The tracking numbers in links to the pages of carriers, also where a link of another host leads there. */
export function numbersInLinks(links: readonly Link[]): (FoundNumber & { url: string })[] {
  const found = new Map<string, FoundNumber & { url: string }>();
  for (const { target } of links.slice(0, maxLinks)) {
    const url = carrierUrl(target);
    const carrier = url && carrierOfHost(url.hostname);
    // The shops of Amazon are no pages about parcels.
    if (!url || carrier === undefined || carrier === 'amazon') continue;
    for (const { text, isNumber } of textsOf(url)) {
      const recognized = recognizeNumber(text);
      const own: RecognizedNumber | undefined = recognized.find((each) => each.carrier === carrier) ?? recognized[0];
      const number =
        own?.number ?? (isNumber && /^[A-Z]{0,4}\d{8,26}[A-Z]{0,2}$/i.test(text) ? text.toUpperCase() : undefined);
      if (number === undefined || (own && own.carrier !== carrier && own.proof === 'weak' && !isNumber)) continue;
      if (!found.has(number)) found.set(number, { number, carrier, shownBy: 'link', index: -1, url: url.href });
    }
    if (found.size >= maxNumbers) break;
  }
  return [...found.values()];
}

/** The address of a carrier that a link leads to: itself, or one that it names as its aim. */
function carrierUrl(target: string): URL | undefined {
  const url = URL.parse(target);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (carrierOfHost(url.hostname) !== undefined) return url;
  for (const value of url.searchParams.values()) {
    const inner = /^https?:\/\//.test(value) ? URL.parse(value) : null;
    if (inner && carrierOfHost(inner.hostname) !== undefined) return inner;
  }
  return undefined;
}

function textsOf(url: URL): { text: string; isNumber: boolean }[] {
  const hash = URL.parse(`https://x/${url.hash.slice(1)}`);
  const parameters = [...url.searchParams, ...(hash?.searchParams ?? [])];
  return [
    ...parameters.map(([name, text]) => ({ text, isNumber: numberParameter.test(name) })),
    ...[url.pathname, hash?.pathname ?? '']
      .flatMap((path) => path.split('/'))
      .map((text) => ({ text, isNumber: false })),
  ]
    .slice(0, 40)
    .filter(({ text }) => text.length <= 40);
}

const orderLabels =
  /(?:\b(?:order|bestell(?:ung|nummer|-?nr)|auftrag(?:snummer|s-?nr)?|commande|pedido|encomenda|ordine|bestelling|bestelnummer|ordernummer|zamówieni[ea])|注文番号|رقم الطلب|طلب)(?:\s{0,3}(?:number|no|nr|id|num[ée]ro|n[úu]mero|numero|numer|n°|nº|n\.º|code))?\s{0,2}[.:：]?\s{0,12}(?:(?:is|ist|lautet|est|es)\s)?[#№]?\s?(?<number>[A-Z\d][A-Z\d-]{2,29})(?![\p{L}\p{N}])/giu;

/** `111-1234567-1234567`, and the same with a `D` for digital goods. */
const amazonOrder = /(?<![\d-])\d{3}-\d{7}-\d{7}(?![\d-])/g;

/** The order numbers in a text, in upper case and without duplicates. */
export function orderNumbersIn(text: string, { isAmazon = false } = {}): string[] {
  const found = new Set<string>();
  if (isAmazon) for (const [number] of text.matchAll(amazonOrder)) found.add(number);
  else
    for (const { groups } of text.matchAll(orderLabels)) {
      const number = (groups?.['number'] ?? '').toUpperCase().replace(/-+$/, '');
      const digits = number.replaceAll(/\D/g, '').length;
      // A year, a price or a word is no order number.
      if (digits >= 4 && digits * 2 >= number.length && !/^(?:19|20)\d\d$/.test(number)) found.add(number);
      if (found.size >= maxNumbers) break;
    }
  return [...found].slice(0, maxNumbers);
}
