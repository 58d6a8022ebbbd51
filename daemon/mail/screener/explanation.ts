import type { Decision } from './decision.ts';
import { destinations } from './question.ts';
import type { Screening } from './screening.ts';

/** A sentence: what the screener does with mail of a sender, and why. */
export function explainScreening(screening: Screening, sender: string): string {
  if (screening === 'waiting')
    return `${sender} is new to you. Until you decide in the screener, this mail is in your inbox only, and you aren’t notified.`;
  return explainDecision(screening);
}

function explainDecision(decision: Decision): string {
  const { scope, value, disposition, isBlocked, route_label } = decision;
  const whose = {
    sender: `mail from ${value}`,
    list: `mail of the list ${value}`,
    domain: `mail from everyone at ${value}`,
  };
  if (isBlocked) return `You blocked ${value}, so new mail goes to Trash.`;
  if (route_label !== null) return `You decided that ${whose[scope]} goes to ${route_label}.`;
  if (disposition === 'deny') return `You decided that ${whose[scope]} is screened out, so new mail goes to Archive.`;
  return disposition === 'unknown'
    ? `You want to be asked about ${whose[scope]} again.`
    : `You decided that ${whose[scope]} ${destinations[disposition]}.`;
}
