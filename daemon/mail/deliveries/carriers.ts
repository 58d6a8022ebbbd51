import { organizationalDomainOf } from '../html/links.ts';

/** A company that carries parcels. */
type Carrier = {
  name: string;
  /** Its own domains, with which it sends mail and shows where a parcel is. */
  domains: readonly string[];
  /** Its page about a parcel; `{}` is the number. */
  page?: string;
};

const carriers: Readonly<Record<string, Carrier>> = {
  amazon: {
    name: 'Amazon',
    domains: 'com co.uk de fr it es nl pl se ca in co.jp com.au com.br com.mx com.be com.tr ae sa sg eg ie'
      .split(' ')
      .map((suffix) => `amazon.${suffix}`),
  },
  'an-post': {
    name: 'An Post',
    domains: ['anpost.com', 'anpost.ie'],
    page: 'https://www.anpost.com/Post-Parcels/Track/History?item={}',
  },
  aramex: { name: 'Aramex', domains: ['aramex.com'], page: 'https://www.aramex.com/track/results?ShipmentNumber={}' },
  'australia-post': {
    name: 'Australia Post',
    domains: ['auspost.com.au'],
    page: 'https://auspost.com.au/mypost/track/details/{}',
  },
  'austrian-post': {
    name: 'Österreichische Post',
    domains: ['post.at'],
    page: 'https://www.post.at/sv/sendungsdetails?snr={}',
  },
  bpost: { name: 'bpost', domains: ['bpost.be'], page: 'https://track.bpost.cloud/btr/web/#/search?itemCode={}' },
  cainiao: { name: 'Cainiao', domains: ['cainiao.com'], page: 'https://global.cainiao.com/detail.htm?mailNoList={}' },
  'canada-post': {
    name: 'Canada Post',
    domains: ['canadapost.ca', 'canadapost-postescanada.ca'],
    page: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={}',
  },
  canpar: { name: 'Canpar', domains: ['canpar.com', 'canpar.ca'] },
  'china-post': { name: 'China Post', domains: ['ems.com.cn', '11183.com.cn'] },
  chronopost: {
    name: 'Chronopost',
    domains: ['chronopost.fr'],
    page: 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={}',
  },
  correos: {
    name: 'Correos',
    domains: ['correos.es', 'correosexpress.com'],
    page: 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={}',
  },
  ctt: {
    name: 'CTT',
    domains: ['ctt.pt', 'cttexpress.com'],
    page: 'https://appserver.ctt.pt/CustomerArea/PublicArea_Detail?ObjectCodeInput={}',
  },
  dhl: {
    name: 'DHL',
    domains: [
      'dhl.com',
      'dhl.de',
      'dhl.fr',
      'dhl.nl',
      'dhl.co.uk',
      'dhl.pl',
      'dhl.es',
      'dhl.it',
      'deutschepost.de',
      'dhlparcel.nl',
      'dhlecommerce.com',
    ],
    page: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={}',
  },
  dpd: {
    name: 'DPD',
    domains: [
      'dpd.com',
      'dpd.de',
      'dpd.co.uk',
      'dpd.fr',
      'dpd.nl',
      'dpd.be',
      'dpd.com.pl',
      'dpd.ie',
      'dpdlocal.co.uk',
      'dpdgroup.com',
    ],
    page: 'https://tracking.dpd.de/status/en_US/parcel/{}',
  },
  evri: {
    name: 'Evri',
    domains: ['evri.com', 'myhermes.co.uk', 'hermes-europe.co.uk'],
    page: 'https://www.evri.com/track/parcel/{}',
  },
  fedex: { name: 'FedEx', domains: ['fedex.com'], page: 'https://www.fedex.com/fedextrack/?trknbr={}' },
  gls: {
    name: 'GLS',
    domains: [
      'gls-group.eu',
      'gls-group.com',
      'gls-germany.com',
      'gls-pakete.de',
      'gls-italy.com',
      'gls-spain.es',
      'gls-us.com',
    ],
    page: 'https://gls-group.eu/EU/en/parcel-tracking?match={}',
  },
  gofo: { name: 'GOFO', domains: ['gofoexpress.com', 'gofo.com'] },
  hermes: {
    name: 'Hermes',
    domains: ['myhermes.de', 'hermesworld.com', 'hlg.de'],
    page: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#{}',
  },
  inpost: {
    name: 'InPost',
    domains: ['inpost.pl', 'inpost.co.uk', 'inpost.it', 'paczkomaty.pl'],
    page: 'https://inpost.pl/sledzenie-przesylek?number={}',
  },
  'japan-post': {
    name: 'Japan Post',
    domains: ['japanpost.jp'],
    page: 'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={}&locale=en',
  },
  'la-poste': {
    name: 'La Poste',
    domains: ['laposte.fr', 'laposte.info', 'colissimo.fr', 'notif-colissimo-laposte.info'],
    page: 'https://www.laposte.fr/outils/suivre-vos-envois?code={}',
  },
  landmark: {
    name: 'Landmark Global',
    domains: ['landmarkglobal.com'],
    page: 'https://track.landmarkglobal.com/?search={}',
  },
  lasership: { name: 'LaserShip', domains: ['lasership.com'] },
  'mondial-relay': { name: 'Mondial Relay', domains: ['mondialrelay.fr', 'mondialrelay.com'] },
  'old-dominion': { name: 'Old Dominion', domains: ['odfl.com'] },
  ontrac: { name: 'OnTrac', domains: ['ontrac.com'], page: 'https://www.ontrac.com/tracking/?number={}' },
  packeta: {
    name: 'Packeta',
    domains: ['packeta.com', 'zasilkovna.cz', 'packeta.sk'],
    page: 'https://tracking.packeta.com/en/?id={}',
  },
  'poczta-polska': {
    name: 'Poczta Polska',
    domains: ['poczta-polska.pl', 'pocztex.pl'],
    page: 'https://emonitoring.poczta-polska.pl/?numer={}',
  },
  'poste-italiane': {
    name: 'Poste Italiane',
    domains: ['poste.it', 'posteitaliane.it', 'sda.it'],
    page: 'https://www.poste.it/cerca/#/risultati-spedizioni/{}',
  },
  posten: {
    name: 'Posten',
    domains: ['posten.no', 'bring.com', 'bring.no'],
    page: 'https://sporing.posten.no/sporing/{}',
  },
  posti: { name: 'Posti', domains: ['posti.fi', 'posti.com'], page: 'https://www.posti.fi/en/tracking#/lahetys/{}' },
  postnl: {
    name: 'PostNL',
    domains: ['postnl.nl', 'postnl.be', 'postnl.com'],
    page: 'https://postnl.nl/tracktrace/?B={}',
  },
  postnord: {
    name: 'PostNord',
    domains: ['postnord.com', 'postnord.se', 'postnord.dk'],
    page: 'https://www.postnord.se/en/our-tools/track-and-trace?shipmentId={}',
  },
  purolator: {
    name: 'Purolator',
    domains: ['purolator.com'],
    page: 'https://www.purolator.com/en/shipping/tracker?pin={}',
  },
  'royal-mail': {
    name: 'Royal Mail',
    domains: ['royalmail.com', 'parcelforce.com', 'parcelforce.co.uk'],
    page: 'https://www.royalmail.com/track-your-item#/tracking-results/{}',
  },
  seur: { name: 'SEUR', domains: ['seur.com', 'seur.info'] },
  'sf-express': { name: 'SF Express', domains: ['sf-express.com', 'sf-international.com'] },
  'singapore-post': { name: 'Singapore Post', domains: ['singpost.com'] },
  'spee-dee': { name: 'Spee-Dee', domains: ['speedeedelivery.com'] },
  'swiss-post': {
    name: 'Swiss Post',
    domains: ['post.ch', 'swisspost.ch'],
    page: 'https://service.post.ch/ekp-web/ui/entry/search/{}',
  },
  ups: { name: 'UPS', domains: ['ups.com'], page: 'https://www.ups.com/track?tracknum={}' },
  usps: {
    name: 'USPS',
    domains: ['usps.com', 'usps.gov'],
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={}',
  },
  yamato: { name: 'Yamato', domains: ['kuronekoyamato.co.jp'] },
  yodel: { name: 'Yodel', domains: ['yodel.co.uk'], page: 'https://www.yodel.co.uk/tracking/{}' },
  yunexpress: {
    name: 'YunExpress',
    domains: ['yunexpress.com', 'yuntrack.com'],
    page: 'https://www.yuntrack.com/parcelTracking?id={}',
  },
};

const byDomain = new Map(Object.entries(carriers).flatMap(([key, { domains }]) => domains.map((each) => [each, key])));

/** The key of the carrier that a host or the domain of an address belongs to; undefined if it is none of them. */
export function carrierOfHost(host: string): string | undefined {
  return byDomain.get(organizationalDomainOf(host.toLowerCase()));
}

/** The name of a carrier as users know it. */
export function carrierName(key: string): string | undefined {
  return carriers[key]?.name;
}

/** The page of a carrier about a parcel, at the carrier’s own address. */
export function trackingPage(key: string, number: string): string | undefined {
  return carriers[key]?.page?.replace('{}', encodeURIComponent(number));
}

const names = new Map(Object.entries(carriers).map(([key, { name }]) => [foldName(name), key]));

/** The carrier that a text names, such as the display name of a sender; undefined if it is none. */
export function carrierNamed(text: string): string | undefined {
  const words = foldName(text);
  const whole = names.get(words);
  if (whole !== undefined) return whole;
  return [...names].find(([name]) => name.length > 2 && new RegExp(`(?:^| )${name}(?: |$)`).test(words))?.[1];
}

function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
