import { useQuery } from '@tanstack/react-query';
import { Button } from '../../design/controls/button.tsx';
import { localPagesQuery } from '../../data/queries/local-pages.ts';
import { useLiveState, useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';
import { firstLookMs, useHasElapsed } from './use-has-elapsed.ts';
import { ProblemBarLayout } from './problem-bar-layout.tsx';

const t = strings.trouble.localPage;

/** Asks about a web page of another program on this computer that wants to use the mail. One at a time. */
export function LocalPageBar() {
  const origin = useWaitingPage();
  return (
    <>
      {origin !== undefined && <Question key={origin} origin={origin} />}
      <span role="status" className="visually-hidden">
        {origin === undefined ? '' : `${origin} ${t.asks}`}
      </span>
    </>
  );
}

/** The origin of the page that has waited longest for an answer. */
function useWaitingPage(): string | undefined {
  const { api } = useServices();
  const { connection } = useLiveState();
  const isPastStartup = useHasElapsed(firstLookMs);
  const pages = useQuery({ ...localPagesQuery(api), enabled: isPastStartup && connection === 'open' }).data;
  return pages?.find(({ state }) => state === 'waiting')?.origin;
}

function Question({ origin }: { origin: string }) {
  const { api, toasts } = useServices();
  const { runAction, isPending } = useAction({ affects: ['local-pages'] });
  async function answer(allow: boolean): Promise<void> {
    if (isPending || !(await runAction(() => api.localPages.decide({ origin, allow }), t.notAnswered))) return;
    toasts.show({ tone: 'plain', text: allow ? t.allowed({ origin }) : t.denied({ origin }) });
  }
  const actions = (
    <>
      <Button aria-disabled={isPending} onClick={() => void answer(false)}>
        {t.deny}
      </Button>
      <Button look="quiet" aria-disabled={isPending} onClick={() => void answer(true)}>
        {t.allow}
      </Button>
    </>
  );
  return (
    <ProblemBarLayout tone="quiet" label={t.label} actions={actions}>
      <strong dir="ltr">{origin}</strong> {t.asks}
    </ProblemBarLayout>
  );
}
