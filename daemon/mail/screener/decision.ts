import { domainToASCII } from 'node:url';
import type { Actor } from '../../contract/ownership.ts';
import { domainOfAddress } from '../authentication/organizations.ts';

/** Where mail goes. `unknown`: the user wants to be asked again. */
export const dispositions = ['allow', 'deny', 'feed', 'paper_trail', 'unknown'] as const;
export type Disposition = (typeof dispositions)[number];

/** Whose mail a decision is about. Values are normalized: see `senderValue`, `listValue` and `domainValue`. */
export type DecisionTarget = { scope: 'sender' | 'list' | 'domain'; value: string };

/** What was decided. A blocked sender is denied, and its new mail goes to the trash. */
export type Decided = {
  disposition: Disposition;
  isBlocked: boolean;
  /** The label that new mail is moved to: its name when it was decided, and its public id, which it keeps when it is renamed. */
  route_label: string | null;
  route_label_id: string | null;
  decided_at: string;
  actor: Actor;
};

export type Decision = DecisionTarget & Decided;

/** Whether new mail leaves the inbox. */
export function movesNewMail({ disposition, route_label }: Pick<Decided, 'disposition' | 'route_label'>): boolean {
  return disposition === 'deny' || route_label !== null;
}

/** An address as it is compared: in lower case, with the domain in ASCII. */
export function senderValue(email: string): string {
  const address = email.trim().normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at + 1)}${domainValue(address.slice(at + 1))}`;
}

/** A List-Id (RFC 2919) as it is compared. */
export function listValue(listId: string): string {
  return listId.trim().toLowerCase();
}

/** A domain as it is compared: in lower case and in ASCII. */
export function domainValue(domain: string): string {
  const name = domain.trim().toLowerCase();
  // Most domains are written in ASCII, and `domainToASCII` takes longer than all the rest.
  if (/^[a-z0-9.-]*$/.test(name)) return name;
  const normalized = name.normalize('NFC');
  return domainToASCII(normalized) || normalized;
}

/** The domain of an address and the domains above it, without the last label alone: a decision names one that is registered. */
export function domainsOf(email: string): string[] {
  const labels = domainValue(domainOfAddress(email)).split('.');
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'));
}

/**
 * The decision that applies to a message, of those about its sender, its list and its domains. A denied sender is denied
 * everywhere. Otherwise the list comes first, because its posts are from many senders, then the sender, then the nearest
 * domain. Undefined where none applies, also where the user wants to be asked again.
 */
export function applicableDecision(decisions: readonly Decision[]): Decision | undefined {
  const of = (scope: DecisionTarget['scope']) => decisions.filter((each) => each.scope === scope);
  const [sender] = of('sender');
  if (sender?.disposition === 'deny') return sender;
  const nearest = of('domain').toSorted((one, other) => other.value.length - one.value.length);
  const first = of('list')[0] ?? sender ?? nearest[0];
  return first?.disposition === 'unknown' ? undefined : first;
}
