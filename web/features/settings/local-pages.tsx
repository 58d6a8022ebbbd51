import { useQuery } from '@tanstack/react-query';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { localPagesQuery, type LocalPage } from '../../data/queries/local-pages.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';

const t = strings.settings.localPages;

/** The answers to web pages of other programs on this computer; each can be taken back. Nothing if there are none. */
export function LocalPages() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(localPagesQuery(api));
  if (!error && !data?.length) return null;
  return (
    <Section title={t.title} hint={t.hint}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <ul className={styles['card']}>
          {data.map((page) => (
            <LocalPageRow key={`${page.state} ${page.origin}`} page={page} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function LocalPageRow({ page: { origin, state } }: { page: LocalPage }) {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['local-pages'] });
  async function forget(): Promise<void> {
    if (!(await runAction(() => api.localPages.forget({ origin }), t.notForgotten))) return;
    toasts.show({ tone: 'plain', text: t.forgotten({ origin }) });
  }
  return (
    <li className={styles['entry']}>
      <div>
        <p className={styles['name']} dir="ltr">
          {origin}
        </p>
        <p className={styles['hint']}>{t[state]}</p>
      </div>
      <Button aria-label={t.forgetOf({ origin })} onClick={() => void forget()}>
        {t.forget}
      </Button>
    </li>
  );
}
