import { dialog } from 'electron';
import type { UpdateState } from '../../daemon/contract/desktop.ts';

/** Shows the result to a user who looked for an update. */
export async function showUpdateState(state: UpdateState): Promise<void> {
  const [message, detail] = updateText(state);
  await dialog.showMessageBox({
    type: state.state === 'failed' ? 'warning' : 'info',
    message,
    detail,
    buttons: ['OK'],
  });
}

/** The state of the app's update, in a line and a sentence. */
function updateText(state: UpdateState): [message: string, detail: string] {
  switch (state.state) {
    case 'none':
      return ['Posthorn is up to date', 'There is no newer version.'];
    case 'checking':
      return ['Looking for an update', 'This may take a moment.'];
    case 'downloading':
      return [`Version ${state.version} is being fetched`, 'It is installed when you quit, or when you say so.'];
    case 'ready':
      return [`Version ${state.version} is ready`, 'It is installed when you quit, or from the menu at once.'];
    case 'failed':
      return ['The look for an update failed', state.reason];
    case 'off':
      return ['Posthorn does not update itself here', state.reason];
  }
}
