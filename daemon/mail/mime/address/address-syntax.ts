import { domainToASCII } from 'node:url';

const localPart = String.raw`(?:[^\s\p{Cc}\p{Cs}"(),:;<>@[\]\\]+|"(?:[^"\\<>\p{Cc}\p{Cs}]|\\[^<>\p{Cc}\p{Cs}])*")`;
const domainLiteral = String.raw`\[[!-Z^-~]+\]`;
const domain = String.raw`[^\s\p{Cc}\p{Cs}"(),:;<>@[\]\\%#/?]+`;
const addressPattern = new RegExp(`^${localPart}@(?:${domainLiteral}|(${domain}))$`, 'u');
const domainLabel = /^(?!-)[\w-]{1,63}(?<!-)$/;

/**
 * Whether mail can be sent to an address: a local part, quoted if necessary, and a valid domain in any script or a
 * domain literal (RFC 5321, section 4.1.2; RFC 6531, section 3.3); at most 254 characters.
 */
export function isSendableAddress(email: string): boolean {
  if (email.length > 254) return false;
  const [all, host] = addressPattern.exec(email) ?? [];
  return all !== undefined && (host === undefined || isHost(host));
}

function isHost(host: string): boolean {
  const labels = domainToASCII(host).split('.');
  if (labels.length === 1) return labels[0] === 'localhost';
  // A top-level domain is never a number: four numbers are an IP address, which must be in brackets.
  return labels.every((name) => domainLabel.test(name)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

/**
 * A key that is equal for spellings of an address that servers treat as the same: case, and the two forms of a domain.
 */
export function canonicalAddressKey(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at).toLowerCase() + (domainToASCII(email.slice(at)) || email.slice(at).toLowerCase());
}
