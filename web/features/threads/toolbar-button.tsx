import type { ComponentProps } from 'react';
import { classes } from '../../design/controls/button.tsx';
import { describeChord } from '../../keyboard/key-names.ts';
import type { Command } from '../../keyboard/command-table.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './thread-toolbar.module.css';

type ToolbarButtonProps = ComponentProps<'button'> & {
  name: string;
  /** Shown beside the icon where the bar has room; a part of the name. */
  word: string;
  /** The command with the same action, if there is one. */
  command?: Command;
};

/** A toolbar button of the reader; its tooltip shows the key. */
export function ToolbarButton({ name, word, command, className, children, ...rest }: ToolbarButtonProps) {
  const key = command && keyFor(command, 'thread_view');
  return (
    <button
      type="button"
      {...rest}
      aria-label={name}
      title={key === undefined ? name : strings.acting.keyed({ name, key: describeChord(key) })}
      className={classes(styles['act'], className)}
    >
      {children}
      <span className={styles['word']}>{word}</span>
    </button>
  );
}
