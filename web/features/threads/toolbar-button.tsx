import { classes, IconButton } from '../../design/button.tsx';
import { describeChord } from '../../keyboard/key-names.ts';
import type { Command } from '../../keyboard/command-table.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './thread-toolbar.module.css';

type ToolbarButtonProps = Omit<Parameters<typeof IconButton>[0], 'name'> & {
  name: string;
  /** The act whose key does the same, where one does. */
  command?: Command;
  /** Second and third ones give way, from the last, where there is little room; the menu has them all. */
  rank?: 'second' | 'third';
  isOn?: boolean;
};

/** A button of the reader, whose tooltip has the key as well. */
export function ToolbarButton({ name, command, rank, isOn, className, ...rest }: ToolbarButtonProps) {
  const key = command && keyFor(command, 'thread_view');
  return (
    <IconButton
      {...rest}
      name={name}
      title={key === undefined ? name : strings.acting.keyed({ name, key: describeChord(key) })}
      data-rank={rank}
      data-on={isOn || undefined}
      className={classes(styles['act'], className)}
    />
  );
}
