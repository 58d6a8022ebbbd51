import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/select.tsx';
import { useOptimisticValue } from '../../design/use-optimistic-value.ts';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { useServices } from '../../data/services.ts';
import type { KeyContext, KeysReply } from '../../keyboard/bindings.ts';
import { keysQuery } from '../../data/queries/keys.ts';
import { SettingsNav } from '../../data/settings/settings-nav.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { ActionList } from './action-list.tsx';
import { KeyProblems } from './key-problems.tsx';
import styles from './keys-page.module.css';
import { useKeyEdits } from './use-key-edits.ts';

const t = strings.keys.page;

/** Shows and edits the key bindings in force. */
export function KeysPage() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(keysQuery(api));
  return (
    <Page title={strings.keys.title} hint={t.hint} more={<SettingsNav />}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Skeleton label={t.loading} className={styles['page']}>
          {[40, 60, 50, 30].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} style={{ margin: '18px 0' }} />
          ))}
        </Skeleton>
      )}
      {data && <Keys answer={data} />}
    </Page>
  );
}

function Keys({ answer }: { answer: KeysReply }) {
  const [context, setContext] = useState<KeyContext | 'everywhere'>('everywhere');
  const { change } = useKeyEdits();
  const [preset, choosePreset] = useOptimisticValue(answer.preset, (next) => change({ preset: next }));
  return (
    <div className={styles['page']}>
      <KeyProblems answer={answer} />
      <fieldset className={styles['section']}>
        <legend>{t.set}</legend>
        <p className={styles['hint']}>{t.setHint}</p>
        <div className={styles['presets']}>
          {answer.presets.map((each) => (
            <label key={each} className={styles['preset']}>
              <input type="radio" name="preset" checked={preset === each} onChange={() => void choosePreset(each)} />
              <span>
                {t.presets[each]}
                <span className={styles['hint']}>{t.presetHints[each]}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles['tools']}>
        <label className={styles['where']}>
          {t.where}
          <Select
            className={styles['field']}
            value={context}
            onChange={({ target }) => setContext(target.value as KeyContext | 'everywhere')}
          >
            <option value="everywhere">{t.everywhere}</option>
            {Object.entries(strings.keys.contexts).map(([each, name]) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </Select>
        </label>
        {answer.own.length > 0 && <Button onClick={() => void change({ forget: true })}>{t.resetAll}</Button>}
      </div>
      <ActionList answer={answer} context={context === 'everywhere' ? undefined : context} />
    </div>
  );
}
