import { organizationalDomainOf } from '../html/links.ts';

/** Shops whose mail about orders is known: by the first part of their domain, which differs by country. */
const shopNames: Readonly<Record<string, string>> = {
  aboutyou: 'About You',
  alibaba: 'Alibaba',
  aliexpress: 'AliExpress',
  allegro: 'Allegro',
  amazon: 'Amazon',
  apple: 'Apple',
  argos: 'Argos',
  asos: 'ASOS',
  bestbuy: 'Best Buy',
  bol: 'bol',
  bonprix: 'bonprix',
  cdiscount: 'Cdiscount',
  coolblue: 'Coolblue',
  costco: 'Costco',
  currys: 'Currys',
  darty: 'Darty',
  decathlon: 'Decathlon',
  ebay: 'eBay',
  elcorteingles: 'El Corte Inglés',
  etsy: 'Etsy',
  flipkart: 'Flipkart',
  fnac: 'Fnac',
  galaxus: 'Galaxus',
  hm: 'H&M',
  homedepot: 'The Home Depot',
  ikea: 'IKEA',
  johnlewis: 'John Lewis',
  leroymerlin: 'Leroy Merlin',
  lowes: 'Lowe’s',
  manomano: 'ManoMano',
  mediamarkt: 'MediaMarkt',
  mercadolibre: 'Mercado Libre',
  mercadolivre: 'Mercado Livre',
  mindfactory: 'Mindfactory',
  newegg: 'Newegg',
  nike: 'Nike',
  noon: 'noon',
  otto: 'Otto',
  rakuten: 'Rakuten',
  sephora: 'Sephora',
  shein: 'SHEIN',
  target: 'Target',
  temu: 'Temu',
  thomann: 'Thomann',
  uniqlo: 'UNIQLO',
  veepee: 'Veepee',
  vinted: 'Vinted',
  walmart: 'Walmart',
  wayfair: 'Wayfair',
  zalando: 'Zalando',
  zara: 'Zara',
  zooplus: 'zooplus',
};

/** The name of the shop that a domain of mail belongs to; undefined for all others. */
export function shopOfDomain(domain: string): string | undefined {
  return shopNames[organizationalDomainOf(domain).split('.')[0] ?? ''];
}

/** The domain of a shop under which its order numbers are unique: Amazon counts them across countries. */
export function orderScopeOf(domain: string): string {
  const organization = organizationalDomainOf(domain);
  return shopOfDomain(domain) === 'Amazon' ? 'amazon' : organization;
}
