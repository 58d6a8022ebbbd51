import type { Address } from '../../contract/fields.ts';
import { mailProviders } from '../safety-check/mail-providers.ts';

/**
 * What an address and its display name look like: a person, a mailbox at a public provider, a program that reads no replies, a mailing,
 * an office that several people share, or a name that has nothing to do with the address.
 */
export type SenderShape = 'person' | 'private' | 'machine' | 'mailing' | 'office' | 'mismatch' | 'unclear';

const words = (text: string) => new Set(text.split(/\s+/));

const machineWords = words(
  `noreply donotreply mailer daemon postmaster bounce bounces notification notifications notify notifica notificacao alert
  alerts autoconfirm autoreply automailer automated system robot bot root cron jenkins confirm confirmation tracking
  shipment wordpress nepasrepondre nichtantworten keineantwort noresponder naoresponda responder reminder reminders
  informacja trackingupdates rastreamento security verify verification test mailserver unsubscribe`,
);

const mailingWords = words(
  `news newsletter newsletters enews enewsletter ezine digest subscription subscriptions subscribe announce announcement
  announcements marketing promo promos promotion promotions offer offers greatoffers deal deals campaign campaigns campanhas
  mailing mailings emailing editor editors editorial newsroom daily weekly rssfeeds feed feeds updates update boletin
  infolettre lettre rundbrief aktion angebote ofertas sweeps eblast newswire magazine reply replies`,
);

const officeWords = words(
  `info contact contacto contato kontakt hello hallo hola office team staff support service services servicio servico
  sales customer customers customerservice customercare billing invoice invoices accounts accounting order orders shop store
  webmaster admin administrator administration hr press events event registration feedback survey help helpdesk
  desk public relations communications members membership all everyone company kundenservice serviceclient atendimento
  ventas comercial vendas pedidos bestellung rechnung facturation pedido no address`,
);

/** Words of display names that name a company or a department and no person. */
const companyWords = words(
  `inc llc ltd gmbh ag corp corporation company co team support service services news newsletter newsletters bank banco
  store shop alerts alert notification notifications account accounts customer security online network group club
  department office center centre university institute foundation daily weekly digest update updates magazine report
  reports list casino offer offers insurance delivery express mail post premium rewards bonus support editor admin
  kundenservice equipe servico atendimento correios gutschein gewinnspiel`,
);

/** The parts of a local part, without digits: `Jane.Doe+lists42` has `jane`, `doe` and `lists`. */
function localParts(email: string): string[] {
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@'))).toLowerCase();
  return local.split(/[^\p{L}]+/u).filter((part) => part !== '');
}

export function senderShape({ name, email }: Address): SenderShape {
  const parts = localParts(email);
  const local = parts.join('');
  if (machineWords.has(local) || /no-?_?\.?reply|do-?_?not-?_?reply|^nobody@/.test(email.toLowerCase()))
    return 'machine';
  if (parts.some((part) => machineWords.has(part))) return 'machine';
  if (parts.some((part) => mailingWords.has(part)) || mailingWords.has(local)) return 'mailing';
  if (parts.some((part) => officeWords.has(part))) return 'office';
  if (name !== null && name.trim() !== '') return nameShape(name, email, unaccented(parts.join('')));
  if (isFullName(parts, email)) return 'person';
  if (isNumbered(email)) return 'mismatch';
  return isPrivate(email) ? 'private' : 'unclear';
}

/** Addresses that are made by the thousand are numbered. A year of birth has two or four digits. */
function isNumbered(email: string): boolean {
  const local = email.slice(0, email.lastIndexOf('@'));
  return local.replace(/\D/g, '').length >= 5 || /\d\D+\d/.test(local);
}

/** A mailbox at a public provider without digits, which addresses that are made by the thousand have. */
function isPrivate(email: string): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return local.length >= 5 && !/\d/.test(local) && mailProviders.has(domain);
}

/** `jane.doe@…` and `j_doe@…`, but not `jane42@…`. */
function isFullName(parts: readonly string[], email: string): boolean {
  const local = email.slice(0, email.lastIndexOf('@'));
  return parts.length >= 2 && parts.length <= 4 && !/\d/.test(local) && parts.some((part) => part.length > 2);
}

/** A person's name usually shares a part or an initial with the address, which an invented one does not. */
function nameShape(name: string, email: string, local: string): SenderShape {
  const plain = name.replace(/["'()]/g, '').trim();
  if (/[@\d!?%$€£|★☆*_/\\=:~]/.test(plain) || /\p{Extended_Pictographic}/u.test(plain)) return 'unclear';
  const parts = plain.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.some((part) => companyWords.has(part.toLowerCase().replace(/[.®™]/g, '')))) return 'office';
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(plain)) return plain.length <= 8 ? 'person' : 'unclear';
  if (/[a-z]\.[a-z]{2,}$/i.test(plain)) return 'office';
  const plainParts = parts.map(unaccented);
  if (plainParts.length === 1) return isFirstName(plainParts[0] as string, email) ? 'private' : 'unclear';
  if (parts.length > 5) return 'unclear';
  return plainParts.some((part) => isPartOf(part, local)) || isMadeOf(plainParts, local) ? 'person' : 'mismatch';
}

/** Letters in lower case, without accents. */
function unaccented(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '');
}

/** `Alice <alice@…>`. The addresses of companies repeat the name in the domain. */
function isFirstName(name: string, email: string): boolean {
  const [local, domain = ''] = email.toLowerCase().split('@');
  return name.length > 2 && local === name && !domain.includes(name);
}

function isPartOf(part: string, local: string): boolean {
  return part.length > 2 && (local.includes(part) || (local.length > 2 && part.includes(local)));
}

/** The beginnings of two names, as organizations make addresses: `smitjo` for John Smith. */
function isMadeOf(parts: readonly string[], local: string): boolean {
  if (local.length < 4) return false;
  for (let at = 2; at <= local.length - 2; at++) {
    const first = parts.findIndex((part) => part.startsWith(local.slice(0, at)));
    if (first < 0) return false;
    if (parts.some((part, index) => index !== first && part.startsWith(local.slice(at)))) return true;
  }
  return false;
}

/** Words by which a person signs and is greeted: those of the name, or of the address. Three letters at least. */
export function nameWords({ name, email }: Address): string[] {
  const source = name !== null && /\p{L}/u.test(name) && !name.includes('@') ? name : localParts(email).join(' ');
  const found = source.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return found.filter((word) => word.length > 2 || /[\u3040-\u9fff\uac00-\ud7af]/.test(word)).slice(0, 6);
}
