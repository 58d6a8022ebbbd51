import { dialog } from 'electron';
import { reasonOf } from '../../daemon/base/failure.ts';
import type { SendUtilityRequest, Updates } from '../shell/shell-port.ts';

/** A question that is asked once, as soon as the settings want it and `isReady`. To be called whenever that may have changed. */
export function createUpdateQuestion({
  update,
  request,
  isReady,
}: {
  update: Updates;
  request: SendUtilityRequest;
  isReady(): boolean;
}): () => void {
  let hasAsked = false;
  return () => {
    if (hasAsked || update.policy()?.check !== 'ask' || !isReady()) return;
    hasAsked = true;
    void askAboutUpdates(update, request);
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
