import { classes, IconButton } from '../design/button.tsx';
import { keyWords } from '../shell/key-names.ts';
import { type Act, keyOf } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import styles from './thread-acts.module.css';

type ActButtonProps = Omit<Parameters<typeof IconButton>[0], 'name'> & {
  name: string;
  /** The act whose key does the same, where one does. */
  act?: Act;
  /** Second and third ones give way, from the last, where there is little room; the menu has them all. */
  rank?: 'second' | 'third';
  isOn?: boolean;
};

/** A button of the reader, whose tooltip has the key as well. */
export function ActButton({ name, act, rank, isOn, className, ...rest }: ActButtonProps) {
  const key = act && keyOf(act, 'thread_view');
  return (
    <IconButton
      {...rest}
      name={name}
      title={key === undefined ? name : strings.acting.keyed({ name, key: keyWords(key) })}
      data-rank={rank}
      data-on={isOn || undefined}
      className={classes(styles['act'], className)}
    />
  );
}
