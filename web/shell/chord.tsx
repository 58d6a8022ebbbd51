import { Kbd } from '../design/kbd.tsx';
import { strings } from '../strings.ts';
import styles from './chord.module.css';
import { heldKeys } from './key-names.ts';

const words = strings.keys;

/** One key after the other, or some that are held together. */
export function Chord({ keys }: { keys: string }) {
  const [first = '', second] = keys.split(' ');
  if (second === undefined) return <Held keys={heldKeys(first)} />;
  if (first === 'Mod') return <Held keys={[isMac() ? words.command : words.control, ...heldKeys(second)]} />;
  return (
    <span className={styles['chord']}>
      <Held keys={heldKeys(first)} />
      {words.between}
      <Held keys={heldKeys(second)} />
    </span>
  );
}

function Held({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles['held']}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
