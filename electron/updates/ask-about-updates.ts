import { dialog } from 'electron';
import { reasonOf } from '../../daemon/base/failure.ts';
import type { DesktopStatus } from '../../daemon/notifications/desktop.ts';
import type { SendUtilityRequest, Updates } from '../shell/shell-port.ts';

export type UpdateQuestion = {
  /** Asks, if the settings want it, there is an account, and the window has the focus; once in the life of the app. */
  askIfReady(): void;
  setStatus(status: DesktopStatus): void;
};

export function createUpdateQuestion({
  update,
  request,
  isPageFocused,
}: {
  update: Updates;
  request: SendUtilityRequest;
  isPageFocused(): boolean;
}): UpdateQuestion {
  let hasAsked = false;
  let hasAccount = false;
  const askIfReady = () => {
    if (hasAsked || update.policy()?.check !== 'ask' || !hasAccount || !isPageFocused()) return;
    hasAsked = true;
    void askAboutUpdates(update, request);
  };
  return {
    askIfReady,
    setStatus({ state }) {
      hasAccount = state !== 'empty';
      askIfReady();
    },
  };
}

/**
 * Asks whether the app may look for newer versions, and stores the answer in the settings. Resolves when that is done;
 * without an answer the next start asks again.
 */
async function askAboutUpdates({ mode }: Updates, request: SendUtilityRequest): Promise<void> {
  if (mode.kind === 'off') return;
  const what =
    mode.kind === 'install' ? 'and downloads it, to be installed when you quit' : 'and tells you where to get it';
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Check for new versions of Posthorn?',
    detail: `Once a day Posthorn asks ${mode.host} whether there is a newer version, ${what}. Nothing about you or your mail is sent. You can change this later in Settings.`,
    buttons: ['Check automatically', 'Don’t check'],
    defaultId: 0,
    cancelId: 1,
  });
  try {
    await request('check_updates', { check: response === 0 ? 'daily' : 'never' });
  } catch (thrown) {
    await dialog.showMessageBox({
      type: 'warning',
      message: 'The setting couldn’t be saved',
      detail: reasonOf(thrown),
      buttons: ['OK'],
    });
  }
}
