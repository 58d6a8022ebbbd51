import type { Actor } from '../../contract/ownership.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { Decided, DecisionTarget } from '../../mail/screener/decision.ts';
import { decisionAbout } from '../../mail/screener/decisions.ts';
import { ownSendersOf, type OwnSenders } from '../../mail/screener/own-senders.ts';
import { routeLabelOf } from '../../mail/screener/route-label.ts';
import type { ReadDb } from '../../store/db.ts';
import { badLines, readDecisions, type BadLine, type FileDecision, type FileFormat } from './decision-files.ts';
import { mistakeIn, targetOf } from './target.ts';

type ImportedFile = { format: FileFormat; content: string; at: string; actor: Actor };

/** A decision to import. `isUnchanged`: the account has it already. */
type PlannedDecision = { target: DecisionTarget; decided: Decided; isUnchanged: boolean };

/** The decisions of a file. Throws Failure `bad_lines`, with all lines that are wrong, and `too_many_decisions`. */
export function planImport(
  db: ReadDb,
  account: Account,
  { format, content, at, actor }: ImportedFile,
): PlannedDecision[] {
  const { decisions, bad } = readDecisions(content, format);
  const own = ownSendersOf(db);
  const lineOf = new Map<string, number>();
  const wrong = decisions.flatMap((decision): BadLine[] => {
    const { line } = decision;
    const target = targetOf(decision);
    const key = `${target.scope} ${target.value}`;
    const earlier = lineOf.get(key);
    lineOf.set(key, earlier ?? line);
    const reason = earlier === undefined ? lineMistake(db, { account, own }, decision) : `the same as line ${earlier}`;
    return reason === undefined ? [] : [{ line, reason }];
  });
  const mistakes = [...bad, ...wrong].toSorted((one, other) => one.line - other.line);
  if (mistakes.length > 0) throw badLines(mistakes);
  return decisions.map((each) => {
    const target = targetOf(each);
    const known = decisionAbout(db, account.id, target);
    const decided = {
      disposition: each.disposition,
      isBlocked: each.is_blocked,
      route_label: each.route_label ?? null,
      route_label_id: routeLabelOf(db, account, { route_label: each.route_label ?? null })?.label_id ?? null,
      decided_at: each.decided_at ? new Date(each.decided_at).toISOString() : at,
      actor,
    };
    const isUnchanged =
      known?.disposition === decided.disposition &&
      known.isBlocked === decided.isBlocked &&
      known.route_label === decided.route_label;
    return { target, decided, isUnchanged };
  });
}

const shapes = {
  sender: { form: /^\S+@[^\s@]+$/, reason: 'isn’t an address' },
  list: { form: /^[^\s<>]+$/, reason: 'isn’t a list id' },
  domain: { form: /^[^\s@.][^\s@]*\.[^\s@.]+$/, reason: 'isn’t a domain' },
};

function lineMistake(
  db: ReadDb,
  { account, own }: { account: Account; own: OwnSenders },
  decision: FileDecision,
): string | undefined {
  const { scope, value, route_label } = decision;
  if (!shapes[scope].form.test(value)) return `${value.slice(0, 100)} ${shapes[scope].reason}`;
  const mistake = mistakeIn(own, targetOf(decision));
  if (mistake) return mistake.reason;
  if (route_label && !routeLabelOf(db, account, { route_label }))
    return `there is no label ${route_label} that mail can be moved to`;
  return undefined;
}
