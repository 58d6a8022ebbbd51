import type { Readers } from '../../handling.ts';
import type { mergeRequests } from './contract.ts';
import { isBroken, mergedAll } from './merged.ts';
import { readTable } from './table.ts';
import { planFor, templateNamed } from './template.ts';

const mostProblems = 200;

export function mergeReaders(): Readers<typeof mergeRequests> {
  return {
    preview({ draft_id, sample, ...wish }, { db, accounts, caller }) {
      const draft = templateNamed(db, draft_id, { accounts, caller });
      const table = readTable(wish);
      const plan = planFor(draft, table, wish.email_column);
      const messages = mergedAll(draft, table, plan);
      const problems = messages.flatMap((each) => each.problems);
      const used = new Set([...plan.places.values(), table.columns.indexOf(plan.emailColumn ?? '')]);
      return {
        columns: table.columns,
        email_column: plan.emailColumn,
        rows: table.rows.length,
        placeholders: [...plan.places.keys()],
        unknown: [...plan.places].filter(([, at]) => at === undefined).map(([name]) => name),
        unused: table.columns.filter((_, at) => !used.has(at)),
        problems: problems.slice(0, mostProblems),
        problem_count: problems.length,
        broken_rows: messages.filter(isBroken).length,
        duplicate_rows: problems.filter(({ kind }) => kind === 'duplicate').length,
        messages: messages
          .filter((each) => !isBroken(each))
          .slice(0, sample)
          .map(({ line, content: { to_text, subject, body } }) => ({
            line,
            to: to_text,
            subject,
            body_markdown: body,
          })),
      };
    },
  };
}
