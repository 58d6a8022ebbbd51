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
      return ['Posthorn is up to date', 'You have the latest version.'];
    case 'checking':
      return ['Checking for updates', 'This may take a moment.'];
    case 'available':
      return [
        `Version ${state.version} is available`,
        state.page === null
          ? 'To download it, use the menu.'
          : 'To get it, use the menu. It opens the page of Posthorn.',
      ];
    case 'downloading':
      return [
        `Downloading version ${state.version}`,
        'It will be installed when you quit, or when you choose to restart.',
      ];
    case 'ready':
      return [
        `Version ${state.version} is ready`,
        'It will be installed when you quit. To install it now, use the menu.',
      ];
    case 'failed':
      return ['Couldn’t check for updates', state.reason];
    case 'off':
      return ['Automatic updates aren’t available', state.reason];
  }
}
