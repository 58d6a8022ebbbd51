import type { MailKind } from '../classification/mail-kind.ts';
import { organizationalDomainOf } from '../html/links.ts';
import { carrierName, carrierNamed, carrierOfHost, trackingPage } from './carriers.ts';
import { etaIn, wholeDay } from './dates.ts';
import type { DeliveryStatus, Eta, Evidence } from './delivery.ts';
import { numbersInLinks, numbersInText, orderNumbersIn, type FoundNumber, type Link } from './find-numbers.ts';
import { evidenceInSchema } from './schema-evidence.ts';
import { orderScopeOf, shopOfDomain } from './shops.ts';
import { isAboutDelivery, statusIn, type FoundStatus } from './status-words.ts';
import type { DataNode } from './structured-data.ts';

/** A received message as this folder reads it. */
export type ReadMessage = {
  fromName: string | null;
  fromEmail: string;
  subject: string;
  /** The text that is shown. */
  text: string;
  links: readonly Link[];
  data: readonly DataNode[];
  /** When it was sent, as an instant. */
  sentAt: string;
  kind: MailKind | null;
  isOnList: boolean;
  /** Whether the domain in From is confirmed, refuted, or neither. */
  proof: 'passed' | 'failed' | 'open';
};

/** Beyond this, a message is not about one delivery. */
const maxTextLength = 40_000;
/** Where the state of a parcel is reported, if not in the subject. */
const leadLength = 900;

type Sender = {
  domain: string;
  /** The key of the carrier, and the name of the shop. */
  carrier: string | undefined;
  shop: string | undefined;
};

/**
 * What a message says about parcels and orders; nothing for most. `zone` is the reader’s zone, in which dates without one are
 * meant. Mail that is proven not to be from its sender, and mail in the name of a carrier, says nothing.
 */
export function evidenceIn(message: ReadMessage, zone: string | undefined): Evidence[] {
  const domain = organizationalDomainOf(message.fromEmail.slice(message.fromEmail.lastIndexOf('@') + 1).toLowerCase());
  const sender: Sender = { domain, carrier: carrierOfHost(domain), shop: shopOfDomain(domain) };
  if (message.proof === 'failed' || isDigest(message) || imitatesCarrier(message, sender)) return [];
  if (message.proof === 'passed') {
    const found = evidenceInSchema(message.data, { domain: orderScopeOf(domain), sentAt: message.sentAt, zone });
    if (found.length > 0) return found.map((each) => completed(each, message, { sender, zone }));
  }
  return evidenceInWords({ ...message, text: message.text.slice(0, maxTextLength) }, { sender, zone });
}

/** Daily overviews of letters and parcels tell of many, and of each of them better mail exists. */
function isDigest({ subject }: ReadMessage): boolean {
  return /\b(?:daily|weekly) (?:digest|summary)|tagesübersicht|résumé quotidien\b/i.test(subject);
}

function imitatesCarrier({ fromName, kind }: ReadMessage, { carrier }: Sender): boolean {
  if (carrier !== undefined || kind === 'person') return false;
  return carrierNamed(fromName ?? '') !== undefined;
}

type Context = { sender: Sender; zone: string | undefined };

/** Structured data often give numbers alone; the words beside them tell the rest. */
function completed(evidence: Evidence, message: ReadMessage, { sender, zone }: Context): Evidence {
  const reported = statusOfMessage(message);
  const hasOwnStatus = evidence.status !== 'ordered' && evidence.status !== 'in_transit';
  const status = hasOwnStatus || !reported ? evidence.status : reported.status;
  return {
    ...evidence,
    status,
    merchant: evidence.merchant ?? merchantOf(message, sender),
    eta: evidence.eta ?? etaOf(message, { status, zone }),
    quote: reported?.quote ?? null,
  };
}

/** The subject decides; if it says nothing, or only that there is an order, the beginning of the text. */
function statusOfMessage({ subject, text }: ReadMessage): FoundStatus | undefined {
  const inSubject = statusIn(subject);
  if (inSubject && inSubject.status !== 'ordered') return inSubject;
  const inText = statusIn(text.slice(0, leadLength));
  return inText && inText.status !== 'ordered' ? inText : (inSubject ?? inText);
}

function evidenceInWords(message: ReadMessage, context: Context): Evidence[] {
  const { sender, zone } = context;
  const reported = statusOfMessage(message);
  const orders = orderNumbersOf(message, sender);
  const numbers = isReadForNumbers(message, sender) ? numbersOf(message, sender) : [];
  const reason = reasonOf(message, { sender, reported, orders, numbers });
  if (reason === undefined) return [];
  const status = reported?.status ?? 'info_received';
  const common = {
    merchant: merchantOf(message, sender),
    merchant_domain: orderScopeOf(sender.domain),
    order_numbers: sender.carrier !== undefined && sender.shop === undefined ? [] : orders,
    status,
    at: message.sentAt,
    eta: etaOf(message, { status, zone }),
    items: [],
    source: 'heuristic' as const,
    reason,
    confidence: confidenceOf[reason] - (message.proof === 'passed' ? 0 : 0.1),
    quote: reported?.quote ?? null,
  };
  const ownCarrier = sender.carrier === undefined ? null : (carrierName(sender.carrier) ?? null);
  if (numbers.length === 0) return [{ ...common, carrier: ownCarrier, tracking_number: null, tracking_url: null }];
  return numbers.map(({ number, carrier, url }) => ({
    ...common,
    carrier: carrierName(carrier) ?? ownCarrier,
    tracking_number: number,
    tracking_url: trackingPage(carrier, number) ?? url ?? null,
  }));
}

const confidenceOf = { carrier: 0.95, shop: 0.9, number: 0.85, wording: 0.7 } as const;

type WordReason = keyof typeof confidenceOf;

type Findings = {
  sender: Sender;
  reported: FoundStatus | undefined;
  orders: readonly string[];
  numbers: readonly FoundNumber[];
};

/** What shows that the message is about a delivery; undefined if nothing does. */
function reasonOf(message: ReadMessage, { sender, reported, orders, numbers }: Findings): WordReason | undefined {
  const isMatter = isAboutDelivery(message.subject) || isAboutDelivery(message.text.slice(0, leadLength));
  if (sender.carrier !== undefined && sender.shop === undefined)
    return isMatter && reported && (numbers.length > 0 || reported.status !== 'ordered') ? 'carrier' : undefined;
  const isOrder = reported?.status === 'ordered' && orders.length > 0 && mentionsShipping(message.text);
  const isMoved = reported !== undefined && reported.status !== 'ordered' && isMatter;
  if (sender.shop !== undefined) {
    const isNamed = orders.length > 0 || numbers.length > 0 || sender.carrier !== undefined;
    return (isMoved && isNamed) || isOrder ? 'shop' : undefined;
  }
  if (numbers.length > 0 && isMatter) return 'number';
  const isAutomatic = message.kind === 'transaction' || message.kind === 'notification';
  const isStatusInSubject = isAboutDelivery(message.subject) && statusIn(message.subject) !== undefined;
  // Fraud is written like the mail of shops, so the words of an unknown sender count only if it is proven.
  const isShop = isAutomatic && message.proof === 'passed' && !message.isOnList;
  return isShop && isStatusInSubject && orders.length > 0 && (isMoved || isOrder) ? 'wording' : undefined;
}

/** Where goods are sent, without which an order may be for a ticket, a meal or a download. */
const shipping =
  /ship(?:ping|ment)? (?:to|address|method)|ships? (?:to|soon|in|within)|shipping|deliver(?:y|ing)? (?:to|address|date|method)|(?:estimated|expected) delivery|arriv(?:es|ing)|when (?:your|it|the) (?:\S+ ){0,3}ships?|lieferadresse|versandadresse|lieferanschrift|versandkosten|lieferung|livraison|expédi|envío|entrega|spedizione|consegna|verzend|bezorg|dostaw|wysyłk|お届け|配送|الشحن|التوصيل/iu;

function mentionsShipping(text: string): boolean {
  return shipping.test(text);
}

/** Numbers are read in automatic mail, and in a letter. Posts to lists, newsletters and advertising have many that look alike. */
function isReadForNumbers({ kind, isOnList }: ReadMessage, { carrier, shop }: Sender): boolean {
  if (carrier !== undefined || shop !== undefined) return true;
  return !isOnList && kind !== 'list' && kind !== 'newsletter';
}

type ShownNumber = FoundNumber & { url?: string };

function numbersOf({ subject, text, links, kind }: ReadMessage, { carrier }: Sender): ShownNumber[] {
  const found = new Map<string, ShownNumber>();
  const options = { sender: carrier };
  const all = [...numbersInText(subject, options), ...numbersInText(text, options), ...numbersInLinks(links)];
  for (const each of all) {
    // A person writes other numbers too.
    if (kind === 'person' && each.shownBy === 'shape' && each.carrier === '') continue;
    const known = found.get(each.number);
    found.set(each.number, known ? { ...each, ...known, carrier: known.carrier || each.carrier } : each);
  }
  // A carrier’s subject names the parcel; its text may name others, such as the number of the sender.
  const inSubject = carrier === undefined ? [] : numbersInText(subject, options);
  const [first] = inSubject;
  return first ? [found.get(first.number) ?? first] : [...found.values()];
}

function orderNumbersOf({ subject, text }: ReadMessage, { shop }: Sender): string[] {
  const options = { isAmazon: shop === 'Amazon' };
  const inSubject = orderNumbersIn(subject, options);
  return inSubject.length > 0 ? inSubject : orderNumbersIn(text, options);
}

/** A carrier’s mail names the shop, if at all, in words that differ; other senders are the shop themselves. */
function merchantOf({ fromName, subject, text }: ReadMessage, { carrier, shop, domain }: Sender): string | null {
  if (shop !== undefined) return shop;
  if (carrier === undefined) return (fromName ?? domain).replaceAll(/\s+/g, ' ').trim().slice(0, 80) || domain;
  const named = shopInCarrierMail(subject) ?? shopInCarrierMail(text.slice(0, leadLength));
  return named === undefined || carrierNamed(named) !== undefined ? null : named;
}

/** A capitalized word, which may end in a domain: `Amazon.de`. */
const nameWord = String.raw`\p{Lu}[\p{L}\p{N}&'’-]*(?:\.[\p{L}\p{N}]+)*`;
const shopName = String.raw`(?<name>${nameWord}(?: (?:of|and|und|et|&|the|${nameWord})){0,4})`;
const shopPatterns = [
  String.raw`\bYour (?!(?:Royal|UPS|DHL|DPD|GLS|FedEx|USPS|Parcel|Package|Order|Delivery|Item|Shipment)\b)${shopName} (?:parcel|package|order|delivery)\b`,
  String.raw`(?:parcel|package|shipment|delivery|order|item)s? from ${shopName}`,
  String.raw`(?:Paket|Sendung|Lieferung|Päckchen) von ${shopName}`,
  String.raw`(?:colis|commande) (?:de|d['’]) ?${shopName}`,
].map((pattern) => new RegExp(pattern, 'u'));

function shopInCarrierMail(text: string): string | undefined {
  for (const pattern of shopPatterns) {
    const name = pattern.exec(text)?.groups?.['name'];
    if (name !== undefined && name.length > 1) return name.slice(0, 80);
  }
  return undefined;
}

/** A parcel that is with its driver arrives on the day of the message, unless a date is given; a delivered one is not expected. */
function etaOf(
  { subject, text, sentAt }: ReadMessage,
  { status, zone }: { status: DeliveryStatus; zone: string | undefined },
): Eta | null {
  if (status === 'delivered' || status === 'returned' || status === 'available_for_pickup') return null;
  const at = Date.parse(sentAt);
  const found = etaIn(`${subject}\n${text}`, at, zone) ?? null;
  if (status !== 'out_for_delivery') return found;
  const today = wholeDay(at, zone);
  return found && found.from <= today.until && found.until >= today.from ? found : today;
}
