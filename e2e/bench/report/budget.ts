import { median } from './table.ts';

/** A stored speed budget: Posthorn's value as a multiple of the peer's when the budget was set. */
export type Budget = { name: string; compares: string; ratio: number };

/** The measured values of Posthorn and of its peer, one value per pair. */
export type Pairs = { ours: readonly number[]; peer: readonly number[] };

/** The allowed multiple of the stored ratio. */
const tolerance = 1.5;

/** A ratio below this share of the stored one is so low that the stored one can be lowered. */
const lowRatioShare = 0.6;

export type Verdict = 'within' | 'above' | 'far below';

/** The median of Posthorn over the median of the peer. */
export function ratioOf({ ours, peer }: Pairs): number {
  return median(ours) / median(peer);
}

/** The highest allowed ratio. */
export function limitOf({ ratio }: Pick<Budget, 'ratio'>): number {
  return ratio * tolerance;
}

/** A ratio that is not a number counts as above. */
export function budgetVerdict(budget: Pick<Budget, 'ratio'>, measured: number): Verdict {
  if (!(measured <= limitOf(budget))) return 'above';
  return measured < budget.ratio * lowRatioShare ? 'far below' : 'within';
}

/** A sentence that says that a budget is measured a second time. */
export function remeasureMessage(budget: Budget, measured: number): string {
  return (
    `The budget "${budget.name}" is measured again: its ratio is ${shortRatio(measured)}, which is above the limit of ` +
    `${shortRatio(limitOf(budget))}.`
  );
}

/** A sentence that says why a budget failed. */
export function failureMessage(budget: Budget, measured: number): string {
  return (
    `The budget "${budget.name}" failed: the measured ratio is ${shortRatio(measured)}, which is above the limit of ` +
    `${shortRatio(limitOf(budget))}, ${tolerance} times the stored ratio of ${shortRatio(budget.ratio)}.`
  );
}

/** A sentence that says that a stored ratio is higher than necessary. */
export function hintMessage(budget: Budget, measured: number): string {
  return (
    `The stored ratio of the budget "${budget.name}" can be lowered: it is ${shortRatio(budget.ratio)}, and the measured ` +
    `ratio is ${shortRatio(measured)} (node e2e/budgets.ts ${budget.name} --write).`
  );
}

/** The stored budgets with the measured ratios in place of their own. */
export function withRatios(budgets: readonly Budget[], measured: ReadonlyMap<string, number>): Budget[] {
  return budgets.map((budget) => {
    const ratio = measured.get(budget.name);
    return ratio === undefined ? budget : { ...budget, ratio: Number(shortRatio(ratio)) };
  });
}

export function shortRatio(ratio: number): string {
  return ratio.toFixed(2);
}
