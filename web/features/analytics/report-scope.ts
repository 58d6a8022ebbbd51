import { useSearch } from '@tanstack/react-router';
import type { ReportScope } from '../../data/queries/analytics.ts';

export const views = ['storage', 'habits', 'year'] as const;

/** The periods that a report can count, in days; `all` is all mail. */
export const periods = ['30', '84', '365', 'all'] as const;

/** The address of the page: what is shown, of which account and period, as charts or as tables. */
export type AnalyticsSearch = { view?: string; days?: string; account?: string; year?: string; as?: string };

/** The view, and the mail that its reports count. Storage is about all mail unless the user chooses a period. */
export function useReportScope() {
  const search = useSearch({ from: '/analytics' });
  const view = views.find((each) => each === search.view) ?? 'storage';
  const period = periods.find((each) => each === search.days) ?? (view === 'storage' ? 'all' : '84');
  const scope: ReportScope = {
    account_id: search.account,
    since_days: period === 'all' ? undefined : Number(period),
  };
  return { search, view, period, scope, isTable: search.as === 'table' };
}
