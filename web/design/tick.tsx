import type { ReactNode } from 'react';
import styles from './tick.module.css';
import { useWanted } from './use-wanted.ts';

type TickProps = {
  words: string;
  hint?: ReactNode;
  isOn: boolean;
  /** Ends once it is stored, or could not be. */
  onChange: (isOn: boolean) => Promise<unknown>;
};

/** Something that is on or off, with what it is. */
export function Tick({ words, hint, isOn, onChange }: TickProps) {
  const [shown, choose] = useWanted(isOn, onChange);
  return (
    <label className={styles['tick']}>
      <input type="checkbox" checked={shown} onChange={({ target }) => void choose(target.checked)} />
      <span>
        <span dir="auto">{words}</span>
        {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
      </span>
    </label>
  );
}
