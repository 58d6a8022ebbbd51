import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { desktopBridge } from '../desktop.ts';
import { quickReportQuery } from '../diagnostics/queries.ts';
import { useLiveState, useParts } from '../parts.ts';
import { statusQuery, syncQuery } from '../queries.ts';
import { valueAt } from '../settings/keys.ts';
import { settingsQuery } from '../settings/queries.ts';
import { type Trouble, troublesIn } from './trouble.ts';

/** In milliseconds. What shows mail is asked for first; then what may be wrong is looked for, and again now and then. */
const pace = { firstLook: 4_000, everyLook: 15 * 60_000, updates: 10 * 60_000 };

/** What stands in somebody's way at the moment, the gravest first. */
export function useTroubles(): Trouble[] {
  const { api } = useParts();
  useNewLooks();
  const { connection } = useLiveState();
  const isSettled = useLater(pace.firstLook);
  const bridge = desktopBridge();
  const statuses = useQuery(syncQuery(api)).data ?? [];
  const settings = useQuery(settingsQuery(api)).data;
  const status = useQuery({ ...statusQuery(api), enabled: connection !== 'connecting' }).data;
  const report = useQuery({
    ...quickReportQuery(api),
    enabled: isSettled && connection === 'open',
    refetchInterval: pace.everyLook,
  }).data;
  const update = useQuery({
    queryKey: ['app', 'ready'],
    queryFn: async () => (await bridge?.update()) ?? null,
    enabled: bridge !== undefined && isSettled,
    refetchInterval: pace.updates,
  }).data;
  const policy = settings && valueAt(settings.values, 'general.safety_policy');
  return troublesIn({
    statuses,
    findings: report?.findings ?? [],
    status,
    policy: typeof policy === 'string' ? policy : undefined,
    update: update ?? undefined,
  });
}

/** After what often goes along with trouble, it is looked for anew. */
function useNewLooks(): void {
  const { live } = useParts();
  const client = useQueryClient();
  useEffect(
    () =>
      live.listen((event) => {
        const isWorkGone = event.event === 'OperationFailed' && event.operation !== 'sync';
        if (!isWorkGone && event.event !== 'ConfigChanged' && event.event !== 'IndexBootstrapped') return;
        void client.invalidateQueries({ queryKey: ['diagnostics-quick'] });
      }),
    [live, client],
  );
}

/** Whether so many milliseconds have gone since the page was opened. */
function useLater(ms: number): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}
