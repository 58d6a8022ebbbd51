import { classes, IconButton } from '../../design/controls/button.tsx';
import { describeChord } from '../../keyboard/key-names.ts';
import type { Command } from '../../keyboard/command-table.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './thread-toolbar.module.css';

type ToolbarButtonProps = Omit<Parameters<typeof IconButton>[0], 'name'> & {
  name: string;
  /** The command with the same action, if there is one. */
  command?: Command;
  /** Buttons with lower priority are hidden without enough room, the last first; the menu has all actions. */
  rank?: 'second' | 'third';
  isOn?: boolean;
};

/** A toolbar button of the reader; its tooltip shows the key. */
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
