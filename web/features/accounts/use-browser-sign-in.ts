import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Api, Reply } from '../../api/client.ts';
import { Refusal } from '../../api/session.ts';
import { desktopBridge } from '../../api/desktop.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { errorText } from '../../design/feedback/empty-state.tsx';

export type BrowserAccount = Parameters<Api['authorization']['start']>[0]['account'];
type Session = Reply<'authorization', 'get'>['session'];

/** `starting` and `saving` wait for the daemon, `waiting` for the user. `isClosed`: the window of the provider seems to be closed. */
export type SignInState =
  | { is: 'idle' }
  | { is: 'starting' | 'saving' }
  | { is: 'waiting'; session: Session; isClosed: boolean }
  | { is: 'failed'; message: string | undefined; adminUrl: string | null };

const pollMs = 1_500;

type Options = {
  /** Whether the account exists, so that only its sign-in is replaced. */
  isAgain?: boolean;
  onDone: () => void;
};

/** A sign-in in the system browser, from the click until the account is stored. */
export function useBrowserSignIn({ isAgain = false, onDone }: Options) {
  const { api } = useServices();
  const client = useQueryClient();
  const [state, setState] = useState<SignInState>({ is: 'idle' });
  const session = state.is === 'waiting' ? state.session : undefined;
  useQuery({
    queryKey: ['authorization', session?.session_id],
    queryFn: ({ signal }) => poll(session?.session_id ?? '', signal),
    enabled: session !== undefined,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  const completing = useRef<string>(undefined);
  const opened = useRef<ReturnType<typeof openPage>>(undefined);

  const fail = (message: string | undefined, adminUrl: string | null = null) =>
    setState({ is: 'failed', message, adminUrl });

  async function complete({ session_id }: Session): Promise<void> {
    if (completing.current === session_id) return;
    completing.current = session_id;
    setState({ is: 'saving' });
    try {
      await api.authorization.complete({ session_id, save_account: !isAgain });
      await client.invalidateQueries();
      setState({ is: 'idle' });
      onDone();
    } catch (thrown) {
      completing.current = undefined;
      fail(errorText(thrown));
    }
  }

  /** Asks how the session stands, and goes on when the user has finished. */
  async function poll(session_id: string, signal: AbortSignal): Promise<Session['state'] | undefined> {
    try {
      const { session: current } = await api.authorization.get({ session_id }, signal);
      if (current.state === 'authorized') void complete(current);
      if (current.state === 'failed' || current.state === 'cancelled')
        fail(current.message ?? undefined, current.admin_consent_url);
      if (opened.current?.isClosed())
        setState((now) => (now.is === 'waiting' && !now.isClosed ? { ...now, isClosed: true } : now));
      return current.state;
    } catch (thrown) {
      if (isMissing(thrown)) fail(undefined);
      throw thrown;
    }
  }

  async function start(account: BrowserAccount): Promise<void> {
    // The page of the provider could not be opened, and this page would wait for it.
    if (!navigator.onLine) return fail(strings.accounts.browser.offline);
    setState({ is: 'starting' });
    const page = openPage();
    opened.current = page;
    try {
      const started = (await api.authorization.start({ account, reauthorize: isAgain })).session;
      if (started.state === 'failed' || started.auth_url === null) {
        page.close();
        fail(started.message ?? undefined, started.admin_consent_url);
        return;
      }
      page.show(started.auth_url);
      setState({ is: 'waiting', session: started, isClosed: false });
    } catch (thrown) {
      page.close();
      fail(errorText(thrown));
    }
  }

  function cancel(): void {
    setState({ is: 'idle' });
    if (session) void api.authorization.cancel({ session_id: session.session_id }).catch(() => undefined);
  }

  return { state, start, cancel };
}

/**
 * The page of the provider. A browser only lets a page open a window during a click, so the window is opened before its
 * address is known. The desktop app opens the address in the system browser instead.
 */
function openPage() {
  const page = desktopBridge() ? undefined : window.open('', '_blank');
  if (page) page.opener = null;
  return {
    show(url: string) {
      if (page) page.location.href = url;
      else if (desktopBridge()) window.open(url, '_blank', 'noopener,noreferrer');
    },
    close: () => page?.close(),
    /** A provider can cut the window off from this page, which looks the same. A window that was blocked counts as closed. */
    isClosed: () => !desktopBridge() && (page?.closed ?? true),
  };
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Refusal && thrown.status === 404;
}
