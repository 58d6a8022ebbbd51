/** Domains of Gmail, which ignores dots before the @ and everything after a plus sign. */
const gmailDomains = new Set(['gmail.com', 'googlemail.com']);

/** Whether two addresses are the same mailbox, as their provider sees it. */
export function isSameAddress(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

function canonical(address: string): string {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const [local, domain] = [lower.slice(0, at), lower.slice(at + 1)];
  if (!gmailDomains.has(domain)) return lower;
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@gmail.com`;
}
