import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { useWanted } from '../design/use-wanted.ts';
import { ErrorPanel } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { useParts } from '../parts.ts';
import type { KeyContext, KeysAnswer } from '../shell/key-bindings.ts';
import { keysQuery } from '../shell/key-follow.ts';
import { SettingsNav } from '../shell/settings-nav.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { ActionList } from './action-list.tsx';
import { KeyNotes } from './key-notes.tsx';
import styles from './keys-page.module.css';
import { useKeyEdits } from './edits.ts';

const words = strings.keys.page;

/** The keys in force, and how they are changed. */
export function KeysPage() {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(keysQuery(api));
  return (
    <WidePage title={strings.keys.title} hint={words.hint} more={<SettingsNav />}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Skeleton label={words.loading} className={styles['page']}>
          {[40, 60, 50, 30].map((width) => (
            <Bone key={width} width={`${width}%`} style={{ margin: '18px 0' }} />
          ))}
        </Skeleton>
      )}
      {data && <Keys answer={data} />}
    </WidePage>
  );
}

function Keys({ answer }: { answer: KeysAnswer }) {
  const [context, setContext] = useState<KeyContext | 'everywhere'>('everywhere');
  const { change } = useKeyEdits();
  const [preset, choosePreset] = useWanted(answer.preset, (wanted) => change({ preset: wanted }));
  return (
    <div className={styles['page']}>
      <KeyNotes answer={answer} />
      <fieldset className={styles['section']}>
        <legend>{words.set}</legend>
        <p className={styles['hint']}>{words.setHint}</p>
        <div className={styles['presets']}>
          {answer.presets.map((each) => (
            <label key={each} className={styles['preset']}>
              <input type="radio" name="preset" checked={preset === each} onChange={() => void choosePreset(each)} />
              <span>
                {words.presets[each]}
                <span className={styles['hint']}>{words.presetHints[each]}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles['tools']}>
        <label className={styles['where']}>
          {words.where}
          <select
            className={styles['field']}
            value={context}
            onChange={({ target }) => setContext(target.value as KeyContext | 'everywhere')}
          >
            <option value="everywhere">{words.everywhere}</option>
            {Object.entries(strings.keys.contexts).map(([each, name]) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {answer.own.length > 0 && <Button onClick={() => void change({ forget: true })}>{words.resetAll}</Button>}
      </div>
      <ActionList answer={answer} context={context === 'everywhere' ? undefined : context} />
    </div>
  );
}
