import { Fragment } from 'react';
import { Kbd } from '../design/controls/kbd.tsx';
import { strings } from '../i18n/strings.ts';
import styles from './chord.module.css';
import { chordSteps } from './key-names.ts';

/** A chord: successive keys, or keys that are held together. Nothing without a key. */
export function Chord({ keys }: { keys: string }) {
  const steps = chordSteps(keys);
  if (steps.length === 0) return null;
  return (
    <span className={styles['chord']}>
      {steps.map((keysTogether, at) => (
        <Fragment key={at}>
          {at > 0 && strings.keys.between}
          <span className={styles['held']}>
            {keysTogether.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
