import { useState } from 'react';
import type { FilterDraft } from '../../../data/queries/server-filters.ts';
import { useServices } from '../../../data/services.ts';
import { useAction } from '../../../data/use-action.ts';
import { Button } from '../../../design/controls/button.tsx';
import { strings } from '../../../i18n/strings.ts';
import { CollapsibleCard } from '../setting-group.tsx';
import settings from '../settings.module.css';
import styles from './server-filters.module.css';

const t = strings.serverFilters.advanced;

type ScriptPreviewProps = { accountId: string; draft: FilterDraft; server: string | null };

/** The Sieve script of what is typed, checked by the server. */
export function ScriptPreview({ accountId, draft, server }: ScriptPreviewProps) {
  const { api } = useServices();
  const { runAction, isPending, problem } = useAction({ showsToast: false });
  const [preview, setPreview] = useState<{ draft: FilterDraft; script: string }>();
  const show = () =>
    runAction(async () => {
      const { script } = await api.serverFilters.preview({ account_id: accountId, ...draft });
      setPreview({ draft, script });
    }, t.notMade);
  return (
    <CollapsibleCard title={t.title} hint={server === null ? undefined : t.hint({ server })}>
      <div className={styles['fields']}>
        <div>
          <Button isBusy={isPending} onClick={() => void show()}>
            {t.show}
          </Button>
        </div>
        {problem !== undefined && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
        {preview && preview.draft !== draft && <p className={settings['hint']}>{t.outdated}</p>}
        {preview && (
          <pre className={styles['script']} role="region" aria-label={t.script} tabIndex={0} dir="ltr">
            {preview.script}
          </pre>
        )}
      </div>
    </CollapsibleCard>
  );
}
