import { useState } from 'react';
import { Button, classes } from '../design/button.tsx';
import { strings } from '../strings.ts';
import { AskDialog } from './ask-dialog.tsx';
import { valueAt } from './keys.ts';
import { isShownWhole, lineWords, type LineWords, valueWords } from './line-words.ts';
import { questionOf } from './questions.ts';
import type { Setting, SettingValue } from './queries.ts';
import { SettingControl } from './setting-control.tsx';
import { useSettings } from './settings-context.ts';
import styles from './settings.module.css';

const words = strings.settings;

/** The element of a setting, which links lead to. */
export const settingId = (key: string): string => `setting-${key}`;

/** One setting: what it is, what it does, what holds, and the way back to the default. Nothing where there is no such key. */
export function SettingLine({ settingKey, showsKey = false }: { settingKey: string; showsKey?: boolean }) {
  const { known } = useSettings();
  const setting = known.get(settingKey);
  return setting ? <KnownLine setting={setting} showsKey={showsKey} /> : null;
}

function KnownLine({ setting, showsKey }: { setting: Setting; showsKey: boolean }) {
  const { settings, change } = useSettings();
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState<{
    value: SettingValue | null;
    question: string;
    settle: (isWanted: boolean) => void;
  }>();
  const { key } = setting;
  const line = lineWords(setting);
  const id = settingId(key);
  const value = valueAt(settings.values, key);
  const isOwn = settings.explicit.includes(key) && JSON.stringify(value) !== JSON.stringify(setting.default);
  const notes = settings.notes.filter((note) => note.key === key);

  async function store(wanted: SettingValue | null): Promise<string | undefined> {
    const question = questionOf(setting, wanted ?? setting.default);
    if (question !== undefined) {
      const isWanted = await new Promise<boolean>((settle) => setAsked({ value: wanted, question, settle }));
      setAsked(undefined);
      if (!isWanted) return undefined;
    }
    const wrong = await change({ key, value: wanted, name: line.name });
    setFault(wrong);
    return wrong;
  }

  async function reset(): Promise<void> {
    if ((await store(null)) === undefined) focusSetting(key);
  }

  const describedBy = [line.hint && `${id}-hint`, fault && `${id}-fault`, notes.length > 0 && `${id}-notes`];
  return (
    <div className={classes(styles['line'], isWide(setting, line) && styles['wide'])}>
      <div className={styles['about']}>
        <LineName id={id} setting={setting} line={line} />
        {showsKey && <code className={styles['key']}>{key}</code>}
        {line.hint && (
          <p id={`${id}-hint`} className={styles['hint']}>
            {line.hint}
          </p>
        )}
      </div>
      <div className={styles['control']}>
        <SettingControl
          id={id}
          setting={setting}
          line={line}
          value={value}
          describedBy={describedBy.filter(Boolean).join(' ') || undefined}
          isBad={fault !== undefined}
          onChange={store}
          onGiveUp={() => setFault(undefined)}
        />
      </div>
      <div className={styles['below']}>
        {fault && (
          <p id={`${id}-fault`} role="alert" className={styles['fault']}>
            {fault}
          </p>
        )}
        {notes.length > 0 && (
          <ul id={`${id}-notes`}>
            {notes.map(({ line: at, message, severity }) => (
              <li key={message} className={styles[severity === 'error' ? 'fault' : 'hint']}>
                {words.configNote({ line: at, message })}
              </li>
            ))}
          </ul>
        )}
        {isOwn && !setting.is_required && (
          <p className={styles['default']}>
            <span>{words.default({ words: valueWords(setting, setting.default) })}</span>
            <Button look="quiet" aria-label={words.toDefaultFor({ name: line.name })} onClick={() => void reset()}>
              {words.toDefault}
            </Button>
          </p>
        )}
      </div>
      {asked && (
        <AskDialog
          title={words.askTitle({ name: line.name })}
          question={asked.question}
          yes={words.askYes}
          onAnswer={asked.settle}
        />
      )}
    </div>
  );
}

/** A group of controls has the name itself; a single one is named by its label. */
function LineName({ id, setting, line }: { id: string; setting: Setting; line: LineWords }) {
  const isGroup = setting.type === 'choices' || isShownWhole(setting, line);
  if (isGroup) return <p className={styles['name']}>{line.name}</p>;
  return (
    <label htmlFor={id} className={styles['name']}>
      {line.name}
    </label>
  );
}

function isWide({ type, key }: Setting, { means }: LineWords): boolean {
  // These are chosen from a list.
  if (key === 'general.default_account' || key === 'ui.language' || key.startsWith('appearance.date_format'))
    return false;
  return means !== undefined || type === 'text' || type === 'path' || type === 'texts' || type === 'choices';
}

/** Goes to a setting on this page. */
export function focusSetting(key: string): void {
  const element = document.getElementById(settingId(key));
  const field =
    element?.querySelector<HTMLElement>('input:checked') ?? element?.querySelector<HTMLElement>('input') ?? element;
  for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}
