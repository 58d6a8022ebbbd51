import type { RuleContent } from '../../mail/rules/rule.ts';

/** A part of a file that no rule can do. Lines are counted from 1. */
export type Refused = { line: number; statement: string; reason: string };

/** The rules of a file, in its order. */
export type ReadRules = { rules: Omit<RuleContent, 'account_ids'>[]; refused: Refused[] };
