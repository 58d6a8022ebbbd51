import { Failure } from '../../base/failure.ts';
import { domainPartsOf } from '../../mail/authentication/organizations.ts';
import { domainValue, listValue, senderValue, type DecisionTarget } from '../../mail/screener/decision.ts';
import type { OwnSenders } from '../../mail/screener/own-senders.ts';

/** A sender, a list or a domain as it is compared. */
export function targetOf({ scope, value }: DecisionTarget): DecisionTarget {
  const normalize = { sender: senderValue, list: listValue, domain: domainValue }[scope];
  return { scope, value: normalize(value) };
}

/** Why nothing can be decided about a target, as a sentence without its full stop; undefined if it can. */
export function mistakeIn(own: OwnSenders, { scope, value }: DecisionTarget): Mistake | undefined {
  if (scope === 'sender' && own.isOwnAddress(value))
    return { code: 'own_address', reason: `${value} is one of your own addresses` };
  if (scope === 'domain' && own.isOwnDomain(value))
    return { code: 'own_address', reason: `${value} is the domain of your own address, so its mail always comes in` };
  if (scope === 'domain' && !domainPartsOf(value))
    return { code: 'bad_domain', reason: `${value} isn’t a domain that anyone can register` };
  return undefined;
}

type Mistake = { code: 'own_address' | 'bad_domain'; reason: string };

/** Refuses a target about which nothing can be decided, with Failure `own_address` or `bad_domain`. */
export function requireDecidable(own: OwnSenders, target: DecisionTarget): void {
  const mistake = mistakeIn(own, target);
  if (mistake) throw new Failure('invalid', mistake.code, `${mistake.reason}.`);
}
