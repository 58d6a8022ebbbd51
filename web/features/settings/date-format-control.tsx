import { useState } from 'react';
import { strings } from '../../i18n/strings.ts';
import { useNow } from '../../design/use-now.ts';
import { type ControlProps, SelectControl, TextControl } from './controls.tsx';
import styles from './settings.module.css';
import { useSettings } from './settings-context.ts';
import { valueAt } from '../../data/settings/setting-keys.ts';
import { strftime } from '../../data/settings/strftime.ts';

const t = strings.settings.dates;
const customOption = 'own';
const shortForms = ['%d.%m.%Y', '%d/%m/%Y', '%m/%d/%Y', '%Y-%m-%d', '%e %b, %H:%M'];
const fullForms = ['%A, %d.%m.%Y, %H:%M', '%A, %e %B %Y, %H:%M', '%A, %B %e, %Y, %I:%M %p', '%Y-%m-%d %H:%M'];

/** The date format: one of a few, shown with the current time, or a custom format. */
export function DateFormatControl({ isFull, ...props }: ControlProps<string> & { isFull: boolean }) {
  const { settings } = useSettings();
  const now = useNow();
  const [isCustom, setIsCustom] = useState(false);
  const language = valueAt(settings.values, 'ui.language');
  const preview = (format: string) => strftime(format, now, typeof language === 'string' ? language : undefined);
  const forms = isFull ? fullForms : shortForms;
  const isOwn = isCustom || (props.value !== '' && !forms.includes(props.value));
  return (
    <span className={styles['dateForm']}>
      <SelectControl
        {...props}
        value={isOwn ? customOption : props.value}
        options={[
          { value: '', label: t.usual },
          ...forms.map((form) => ({ value: form, label: preview(form) })),
          { value: customOption, label: t.own },
        ]}
        onChange={async (to) => {
          setIsCustom(to === customOption);
          return to === customOption ? undefined : props.onChange(to);
        }}
      />
      {isOwn && (
        <>
          <label className="visually-hidden" htmlFor={`${props.id}-own`}>
            {t.ownFor({ name: props.name })}
          </label>
          <TextControl {...props} id={`${props.id}-own`} placeholder="%d.%m.%Y" />
          <span className={styles['hint']}>{t.signs}</span>
          {props.value !== '' && <span className={styles['hint']}>{t.reads({ words: preview(props.value) })}</span>}
        </>
      )}
    </span>
  );
}
