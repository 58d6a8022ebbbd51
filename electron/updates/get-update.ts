import { shell } from 'electron';
import type { Updates } from '../shell/shell-port.ts';

/** Downloads the version that is available; where the system cannot install it, opens the page where the user gets it. */
export async function getUpdate(update: Updates): Promise<void> {
  const state = update.state();
  if (state.state === 'available' && state.page !== null) await shell.openExternal(state.page);
  else await update.download();
}
