import { useState } from 'react';
import { Button, classes } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { valueAt } from '../../data/settings/setting-keys.ts';
import { isShownWhole, settingText, type SettingText, describeValue } from '../../data/settings/setting-text.ts';
import { confirmationOf } from './confirmations.ts';
import type { Setting, Settings, SettingValue } from '../../data/queries/settings.ts';
import { SettingControl } from './setting-control.tsx';
import { focusSetting, settingId } from './hash-target.ts';
import { useSettings } from './settings-context.ts';
import styles from './settings.module.css';

const t = strings.settings;

/** A setting: name, description, control, and a button that restores the default. Nothing if the key does not exist. */
export function SettingLine({ settingKey, showsKey = false }: { settingKey: string; showsKey?: boolean }) {
  const { known } = useSettings();
  const setting = known.get(settingKey);
  return setting ? <LoadedSettingLine setting={setting} showsKey={showsKey} /> : null;
}

function LoadedSettingLine({ setting, showsKey }: { setting: Setting; showsKey: boolean }) {
  const { settings, change } = useSettings();
  const [error, setError] = useState<string>();
  const { confirmation, confirm } = useConfirmation();
  const { key } = setting;
  const text = settingText(setting);
  const id = settingId(key);
  const value = valueAt(settings.values, key);
  const isOwn = settings.explicit.includes(key) && JSON.stringify(value) !== JSON.stringify(setting.default);
  const notes = settings.notes.filter((note) => note.key === key);

  async function store(nextValue: SettingValue | null): Promise<string | undefined> {
    const question = confirmationOf(setting, nextValue ?? setting.default);
    if (question !== undefined && !(await confirm(question))) return undefined;
    const problem = await change({ key, value: nextValue, name: text.name });
    setError(problem);
    return problem;
  }

  async function reset(): Promise<void> {
    if ((await store(null)) === undefined) focusSetting(key);
  }

  const describedBy = [text.hint && `${id}-hint`, error && `${id}-fault`, notes.length > 0 && `${id}-notes`];
  return (
    <div className={classes(styles['line'], isWide(setting, text) && styles['wide'])}>
      <div className={styles['about']}>
        <SettingName id={id} setting={setting} text={text} isKey={showsKey} />
        {showsKey && <code className={styles['key']}>{key}</code>}
        {text.hint && (
          <p id={`${id}-hint`} className={styles['hint']}>
            {text.hint}
          </p>
        )}
      </div>
      <div className={styles['control']}>
        <SettingControl
          id={id}
          setting={setting}
          text={text}
          value={value}
          describedBy={describedBy.filter(Boolean).join(' ') || undefined}
          isBad={error !== undefined}
          onChange={store}
          onCancel={() => setError(undefined)}
        />
      </div>
      <div className={styles['below']}>
        <SettingNotes id={id} error={error} notes={notes} />
        {isOwn && !setting.is_required && (
          <p className={styles['default']}>
            <span>{t.default({ words: describeValue(setting, setting.default) })}</span>
            <Button look="quiet" aria-label={t.toDefaultFor({ name: text.name })} onClick={() => void reset()}>
              {t.toDefault}
            </Button>
          </p>
        )}
      </div>
      {confirmation && (
        <ConfirmDialog
          title={t.askTitle({ name: text.name })}
          question={confirmation.question}
          yes={t.askYes}
          onAnswer={confirmation.resolve}
        />
      )}
    </div>
  );
}

type Confirmation = { question: string; resolve: (isConfirmed: boolean) => void };

/** Asks before a change; `confirmation` is the open question. */
function useConfirmation() {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  async function confirm(question: string): Promise<boolean> {
    const isConfirmed = await new Promise<boolean>((resolve) => setConfirmation({ question, resolve }));
    setConfirmation(undefined);
    return isConfirmed;
  }
  return { confirmation, confirm };
}

type SettingNotesProps = { id: string; error: string | undefined; notes: Settings['notes'] };

/** The errors of a setting: of the entered value, and of the file. */
function SettingNotes({ id, error, notes }: SettingNotesProps) {
  return (
    <>
      {error && (
        <p id={`${id}-fault`} role="alert" className={styles['fault']}>
          {error}
        </p>
      )}
      {notes.length > 0 && (
        <ul id={`${id}-notes`}>
          {notes.map(({ line: at, message, severity }) => (
            <li key={message} className={styles[severity === 'error' ? 'fault' : 'hint']}>
              {t.configNote({ line: at, message })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type SettingNameProps = {
  id: string;
  setting: Setting;
  text: SettingText;
  /** Whether the name is derived from the key, which no catalog translates. */
  isKey: boolean;
};

/** A group of controls has its own name; a single control has its label. */
function SettingName({ id, setting, text, isKey }: SettingNameProps) {
  const isGroup = setting.type === 'choices' || isShownWhole(setting, text);
  const direction = isKey ? 'auto' : undefined;
  if (isGroup)
    return (
      <p className={styles['name']} dir={direction}>
        {text.name}
      </p>
    );
  return (
    <label htmlFor={id} className={styles['name']} dir={direction}>
      {text.name}
    </label>
  );
}

function isWide({ type, key }: Setting, { means }: SettingText): boolean {
  // These are chosen from a list.
  if (key === 'general.default_account' || key === 'ui.language' || key.startsWith('appearance.date_format'))
    return false;
  return means !== undefined || type === 'text' || type === 'path' || type === 'texts' || type === 'choices';
}
