import { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import { ruleActions, ruleCondition, ruleName, rulePriority } from '../../contract/rule.ts';
import type { Rule } from '../../mail/rules/rule.ts';
import type { ReadRules } from './read-rules.ts';

const fileFormat = 'posthorn-rules';

const file = z.object({
  format: z.literal(fileFormat),
  version: z.literal(1),
  rules: z
    .array(
      z.object({
        name: ruleName,
        enabled: z.boolean(),
        priority: rulePriority,
        conditions: ruleCondition,
        actions: ruleActions,
      }),
    )
    .max(500),
});

/** Rules as a file. It names no accounts, because those of another computer have other ids. */
export function rulesFile(rules: readonly Rule[]): string {
  const records = rules.map(({ name, enabled, priority, conditions, actions }) => {
    return { name, enabled, priority, conditions, actions };
  });
  return `${JSON.stringify({ format: fileFormat, version: 1, rules: records }, undefined, 2)}\n`;
}

/** Reads such a file. Throws Failure `bad_file`. */
export function readRulesFile(content: string): ReadRules {
  const parsed = file.safeParse(parseJson(content));
  if (parsed.success) return { rules: parsed.data.rules, refused: [] };
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? ` (${issue.path.join('.')})` : '';
  throw new Failure('invalid', 'bad_file', `This isn’t a file of rules that Posthorn has made${place}.`, { line: 1 });
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new Failure('invalid', 'bad_file', 'The file isn’t JSON.', { cause, line: 1 });
  }
}
