import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DesktopBridge } from '../../../daemon/contract/desktop.ts';
import { currentTime } from '../../api/clock.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { useServices } from '../../data/services.ts';
import { currentLocale } from '../../i18n/current-locale.ts';
import { captureView } from './capture-view.ts';

/** In milliseconds: how long after a change of the page its list is kept. */
const delayMs = 3_000;

/** Gives the app the look of the list, for its next start, whenever that has changed. */
export function LastViewKeeper({ bridge }: { bridge: DesktopBridge }) {
  const client = useQueryClient();
  useForgottenAccounts(bridge);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stored = '';
    function store(): void {
      clearTimeout(timer);
      timer = undefined;
      // While a query is pending, the list may still contain mail that was removed.
      if (client.isFetching() > 0) return;
      const view = captureView(momentText(currentTime()));
      if (!view) return;
      // Its time alone is no change.
      const look = view.path + view.html.replace(/<footer.*?<\/footer>/s, '');
      if (look === stored) return;
      stored = look;
      // Without it the next start shows a plain card.
      void bridge.storeLastView(view).catch(() => undefined);
    }
    const schedule = () => void (timer ??= setTimeout(store, delayMs));
    const stop = client.getQueryCache().subscribe(schedule);
    const handleVisibility = () => document.hidden && store();
    document.addEventListener('visibilitychange', handleVisibility);
    schedule();
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', handleVisibility);
    };
  }, [bridge, client]);
  return null;
}

/** What is kept may contain mail of an account that is gone. */
function useForgottenAccounts(bridge: DesktopBridge): void {
  const { api } = useServices();
  const { data } = useQuery(accountsQuery(api));
  const known = useRef<readonly string[]>([]);
  useEffect(() => {
    if (!data) return;
    const ids = data.accounts.map(({ account_id }) => account_id);
    if (known.current.some((id) => !ids.includes(id))) void bridge.forgetLastView().catch(() => undefined);
    known.current = ids;
  }, [bridge, data]);
}

function momentText(time: number): string {
  return currentLocale().dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(time);
}
