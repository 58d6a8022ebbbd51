import { finding, type Check } from '../facts.ts';

/** Rules for new mail that are paused, or that a safety policy or a missing confirmation keeps from acting. */
export const checkRules: Check = ({ owner }) =>
  (owner?.rules ?? []).map(({ name, kind, reason }) =>
    kind === 'paused'
      ? finding({
          code: 'rule_paused',
          severity: 'warning',
          category: 'generic',
          message: `The rule “${name}” is paused, because it failed three times in a row: ${reason}`,
          remediation: ['Correct what the rule does, then resume it under Rules.'],
        })
      : finding({
          code: 'rule_blocked',
          severity: 'warning',
          category: 'generic',
          message: `The rule “${name}” isn’t allowed to do what it says: ${reason}`,
          remediation: ['Allow what the rule does, or turn the rule off under Rules.'],
        }),
  );
