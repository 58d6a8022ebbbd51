import { useState } from 'react';
import { strings } from '../strings.ts';
import { useNow } from '../now.ts';
import { type ControlProps, SelectControl, TextControl } from './controls.tsx';
import styles from './settings.module.css';
import { useSettings } from './settings-context.ts';
import { valueAt } from './keys.ts';
import { strftime } from './strftime.ts';

const words = strings.settings.dates;
const own = 'own';
const shortForms = ['%d.%m.%Y', '%d/%m/%Y', '%m/%d/%Y', '%Y-%m-%d', '%e %b, %H:%M'];
const fullForms = ['%A, %d.%m.%Y, %H:%M', '%A, %e %B %Y, %H:%M', '%A, %B %e, %Y, %I:%M %p', '%Y-%m-%d %H:%M'];

/** The form of dates: one of a few, shown as they read at this moment, or one's own. */
export function DateFormatControl({ isFull, ...props }: ControlProps<string> & { isFull: boolean }) {
  const { settings } = useSettings();
  const now = useNow();
  const [wantsOwn, setWantsOwn] = useState(false);
  const language = valueAt(settings.values, 'ui.language');
  const written = (format: string) => strftime(format, now, typeof language === 'string' ? language : undefined);
  const forms = isFull ? fullForms : shortForms;
  const isOwn = wantsOwn || (props.value !== '' && !forms.includes(props.value));
  return (
    <span className={styles['dateForm']}>
      <SelectControl
        {...props}
        value={isOwn ? own : props.value}
        options={[
          { value: '', words: words.usual },
          ...forms.map((form) => ({ value: form, words: written(form) })),
          { value: own, words: words.own },
        ]}
        onChange={async (to) => {
          setWantsOwn(to === own);
          return to === own ? undefined : props.onChange(to);
        }}
      />
      {isOwn && (
        <>
          <label className="visually-hidden" htmlFor={`${props.id}-own`}>
            {words.ownFor({ name: props.name })}
          </label>
          <TextControl {...props} id={`${props.id}-own`} placeholder="%d.%m.%Y" />
          <span className={styles['hint']}>{words.signs}</span>
          {props.value !== '' && <span className={styles['hint']}>{words.reads({ words: written(props.value) })}</span>}
        </>
      )}
    </span>
  );
}
