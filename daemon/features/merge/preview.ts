import type { ReaderHandlers } from '../../handler-types.ts';
import type { mergeRequests } from './contract.ts';
import { isUnusable, mergeRows } from './merged-messages.ts';
import { readTable } from './table.ts';
import { requirePlan, requireTemplate } from './template.ts';

const maxProblems = 200;

export function mergeReaders(): ReaderHandlers<typeof mergeRequests> {
  return {
    preview({ draft_id, sample, ...tableInput }, { db, accounts, caller }) {
      const draft = requireTemplate(db, draft_id, { accounts, caller });
      const table = readTable(tableInput);
      const plan = requirePlan(draft, table, tableInput.email_column);
      const messages = mergeRows(draft, table, plan);
      const problems = messages.flatMap((each) => each.problems);
      const used = new Set([...plan.columnIndexes.values(), table.columns.indexOf(plan.emailColumn ?? '')]);
      return {
        columns: table.columns,
        email_column: plan.emailColumn,
        rows: table.rows.length,
        placeholders: [...plan.columnIndexes.keys()],
        unknown: [...plan.columnIndexes].filter(([, at]) => at === undefined).map(([name]) => name),
        unused: table.columns.filter((_, at) => !used.has(at)),
        problems: problems.slice(0, maxProblems),
        problem_count: problems.length,
        broken_rows: messages.filter(isUnusable).length,
        duplicate_rows: problems.filter(({ kind }) => kind === 'duplicate').length,
        messages: messages
          .filter((each) => !isUnusable(each))
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
