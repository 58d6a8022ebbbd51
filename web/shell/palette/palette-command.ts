import { type ReactNode } from 'react';

export type PaletteCommand = {
  /** The same for as long as the command is there, so that it is known again. */
  key: string;
  label: string;
  /** As in the table of keys. */
  keys?: string | undefined;
  icon: ReactNode;
  /** Why it cannot be done now; absent where it can. */
  disabledReason?: string | undefined;
  /** Text says why nothing came of it. */
  run: () => unknown;
};
