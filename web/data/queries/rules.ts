import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Rule = Reply<'rules', 'list'>['rules'][number];
export type Condition = Rule['conditions'];
export type RuleAction = Rule['actions'][number];
export type RuleRun = Reply<'rules', 'history'>['entries'][number];
export type Preview = Reply<'rules', 'preview'>;
export type ImportedRules = Reply<'rules', 'import'>;

/** What a rule does with which mail, stored or not. */
export type RuleContent = { conditions: Condition; actions: RuleAction[]; account_ids: string[] | null };

const root = 'rules' satisfies QueryRoot;

/** In the order in which they are applied. */
export const rulesQuery = (api: Api) =>
  queryOptions({ queryKey: [root], queryFn: async ({ signal }) => (await api.rules.list({}, signal)).rules });

export const ruleHistoryQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [root, 'history', id],
    queryFn: async ({ signal }) => (await api.rules.history({ id, limit: 50 }, signal)).entries,
  });

/** What a rule would do with the mail of the last days; some of the matches are in the reply, and the ids of all. */
export const rulePreviewQuery = (api: Api, content: RuleContent | undefined, days: number) =>
  queryOptions({
    queryKey: [root, 'preview', content, days],
    queryFn: ({ signal }) => {
      if (!content) throw new Error('A rule without conditions has no preview.');
      return api.rules.preview({ ...content, since: `${days}d`, limit: 30 }, signal);
    },
    enabled: content !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
