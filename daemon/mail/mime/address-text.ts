import { domainToASCII } from 'node:url';
import type { Address } from '../../contract/fields.ts';
import { parseAddresses } from './addresses.ts';

/** What somebody typed into an address line: the mailboxes in it, each once, and the pieces that are none. */
export type TypedAddresses = { addresses: Address[]; bad: string[] };

/**
 * Reads an address line as people type it: RFC 5322 with groups and comments, commas or semicolons between, addresses
 * without a name. What mail cannot be sent to is given under `bad` as it was typed.
 */
export function readAddressText(text: string): TypedAddresses {
  const found = parseAddresses(text);
  const addresses = new Map<string, Address>();
  const bad: string[] = [];
  for (const address of found) {
    if (isSendable(address.email)) addresses.set(address.email.toLowerCase(), address);
    else bad.push(address.email || (address.name ?? ''));
  }
  return { addresses: [...addresses.values()], bad };
}

/** Whether mail can be sent to it: a local part and a domain (RFC 5321, section 4.1.2), no more than 254 characters. */
export function isSendable(email: string): boolean {
  const at = email.lastIndexOf('@');
  if (at < 1 || email.length > 254 || /[\s<>,;]/.test(email)) return false;
  const domain = email.slice(at + 1);
  return domain.startsWith('[') || (domain.includes('.') ? domainToASCII(domain) !== '' : domain === 'localhost');
}

/** An address line that `readAddressText` reads back. */
export function writeAddressText(addresses: readonly Address[]): string {
  return addresses.map(writeAddress).join(', ');
}

function writeAddress({ name, email }: Address): string {
  if (name === null || name === '') return email;
  const isPlain = !/[^\p{L}\p{N} !#$%&'*+/=?^_`{|}~-]/u.test(name);
  return `${isPlain ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`} <${email}>`;
}
