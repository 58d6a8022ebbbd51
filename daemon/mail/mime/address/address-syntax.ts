import { domainToASCII } from 'node:url';

const localPart = String.raw`(?:[^\s\p{Cc}\p{Cs}"(),:;<>@[\]\\]+|"(?:[^"\\<>\p{Cc}\p{Cs}]|\\[^<>\p{Cc}\p{Cs}])*")`;
const domainLiteral = String.raw`\[[!-Z^-~]+\]`;
const domain = String.raw`[^\s\p{Cc}\p{Cs}"(),:;<>@[\]\\%#/?]+`;
const addressPattern = new RegExp(`^${localPart}@(?:${domainLiteral}|(${domain}))$`, 'u');
const domainLabel = /^(?!-)[\w-]{1,63}(?<!-)$/;

/**
 * Whether mail can be sent to it: a local part, quoted where it must be, and a domain that can exist, of any script, or a
 * literal one (RFC 5321, section 4.1.2; RFC 6531, section 3.3); no more than 254 characters.
 */
export function isSendableAddress(email: string): boolean {
  if (email.length > 254) return false;
  const [all, host] = addressPattern.exec(email) ?? [];
  return all !== undefined && (host === undefined || isHost(host));
}

function isHost(host: string): boolean {
  const labels = domainToASCII(host).split('.');
  if (labels.length === 1) return labels[0] === 'localhost';
  // No top-level domain is a number: four of them are an IP address, which would stand in brackets.
  return labels.every((name) => domainLabel.test(name)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

/** The same for spellings of one address that servers take for the same: case, and the two forms of a domain. */
export function canonicalAddressKey(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at).toLowerCase() + (domainToASCII(email.slice(at)) || email.slice(at).toLowerCase());
}
