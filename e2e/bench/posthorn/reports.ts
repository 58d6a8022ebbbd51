import type { plainReports } from '../peers/plain-reports.ts';

/** Posthorn's request for each report that a plain program computes too. */
export const reportRequests: Record<keyof typeof plainReports, { name: string; input: object }> = {
  'storage by sender': { name: 'analytics.storage', input: { group_by: 'sender' } },
  'storage by type': { name: 'analytics.storage', input: { group_by: 'mimetype' } },
  'storage by label': { name: 'analytics.storage', input: { group_by: 'label' } },
  'storage by year': { name: 'analytics.storage', input: { group_by: 'year' } },
  'largest messages': { name: 'analytics.largest', input: {} },
  'stale threads of the user': { name: 'analytics.staleThreads', input: { perspective: 'mine' } },
  'stale threads of others': { name: 'analytics.staleThreads', input: { perspective: 'theirs' } },
  'contact asymmetry': { name: 'analytics.asymmetry', input: {} },
  'contact decay': { name: 'analytics.decay', input: {} },
  'response time of the user': { name: 'analytics.responseTime', input: { direction: 'i_replied' } },
  'response time of others': { name: 'analytics.responseTime', input: { direction: 'they_replied' } },
  wrapped: { name: 'analytics.wrapped', input: {} },
};
