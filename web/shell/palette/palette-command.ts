import { type ReactNode } from 'react';

export type PaletteCommand = {
  /** A stable id, by which recent commands are recognized. */
  key: string;
  label: string;
  /** As in the command table. */
  keys?: string | undefined;
  icon: ReactNode;
  /** Why it is not available now; absent if it is. */
  disabledReason?: string | undefined;
  /** Resolves to an error text if it failed. */
  run: () => unknown;
};
