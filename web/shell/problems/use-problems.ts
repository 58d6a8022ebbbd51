import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { desktopBridge } from '../../api/desktop.ts';
import { quickReportQuery } from '../../data/queries/diagnostics.ts';
import { outboxQuery } from '../../data/queries/outbox.ts';
import { useLiveState, useServices } from '../../data/services.ts';
import { statusQuery, syncQuery } from '../../data/queries/mail.ts';
import { valueAt } from '../../data/settings/setting-keys.ts';
import { settingsQuery } from '../../data/queries/settings.ts';
import { type Problem, problemsIn } from './problems.ts';
import { firstLookMs, useHasElapsed } from './use-has-elapsed.ts';

/** In milliseconds. The problems are checked after the first look, and again from time to time. */
const intervalsMs = { everyLook: 15 * 60_000, updates: 10 * 60_000 };

/** The current problems of the user, the most serious first. */
export function useProblems(): Problem[] {
  const { api } = useServices();
  useRefreshOnFailure();
  const { connection } = useLiveState();
  const isPastStartup = useHasElapsed(firstLookMs);
  const bridge = desktopBridge();
  const sends = useQuery(outboxQuery(api)).data?.sends ?? [];
  const statuses = useQuery(syncQuery(api)).data ?? [];
  const settings = useQuery(settingsQuery(api)).data;
  const status = useQuery({ ...statusQuery(api), enabled: connection !== 'connecting' }).data;
  const report = useQuery({
    ...quickReportQuery(api),
    enabled: isPastStartup && connection === 'open',
    refetchInterval: intervalsMs.everyLook,
  }).data;
  const update = useQuery({
    queryKey: ['app', 'ready'],
    queryFn: async () => (await bridge?.update()) ?? null,
    enabled: bridge !== undefined && isPastStartup,
    refetchInterval: intervalsMs.updates,
  }).data;
  const policy = settings && valueAt(settings.values, 'general.safety_policy');
  return problemsIn({
    sends,
    statuses,
    findings: report?.findings ?? [],
    status,
    policy: typeof policy === 'string' ? policy : undefined,
    update: update ?? undefined,
  });
}

/** After events that often accompany problems, they are checked again. */
function useRefreshOnFailure(): void {
  const { live } = useServices();
  const client = useQueryClient();
  useEffect(
    () =>
      live.listen((event) => {
        const isWorkFailed = event.event === 'OperationFailed' && event.operation !== 'sync';
        if (!isWorkFailed && event.event !== 'ConfigChanged' && event.event !== 'IndexBootstrapped') return;
        void client.invalidateQueries({ queryKey: ['diagnostics-quick'] });
      }),
    [live, client],
  );
}
