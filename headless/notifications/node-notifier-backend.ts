import type { DesktopNotification } from '../../daemon/notifications/desktop.ts';
import {
  handleChoice,
  escapeBackslashes,
  escapeMarkup,
  type NotifierBackend,
  type NotifierBackendDeps,
} from './notifier-backend.ts';

/** The used part of the library; its types are per system. */
export type NodeNotifier = {
  notify(
    options: Record<string, unknown>,
    callback?: (failed: Error | null, response?: string, about?: { activationValue?: string; button?: string }) => void,
  ): unknown;
};

const load = async (): Promise<NodeNotifier> => (await import('node-notifier')).default;

/** Shows notifications with node-notifier, for systems without libnotify 0.8. Only macOS and Windows offer actions here. */
export async function createNodeNotifierBackend(
  { platform, reportFailure, ...deps }: NotifierBackendDeps,
  loadLibrary: () => Promise<NodeNotifier> = load,
): Promise<NotifierBackend> {
  const library = await loadLibrary();
  return {
    async show(notice) {
      library.notify(optionsFor(notice, platform), (failed, response = '', about = {}) => {
        if (failed) return reportFailure(failed);
        const label = about.activationValue ?? about.button;
        const action = notice.actions.find((each) => each.label === label);
        if (action) handleChoice(notice, action.id, deps);
        else if (['activate', 'click', 'clicked'].includes(response)) handleChoice(notice, 'default', deps);
      });
    },
    async withdraw(id) {
      if (platform === 'darwin') library.notify({ remove: id });
      if (platform === 'win32') library.notify({ close: id });
    },
    // It cannot report what it still shows.
    async close() {},
  };
}

function optionsFor(
  { id, title, body, actions }: DesktopNotification,
  platform: NodeJS.Platform,
): Record<string, unknown> {
  const isLinux = platform === 'linux';
  const message = body === '' ? title : body;
  const labels = actions.map(({ label }) => label);
  return {
    title: escapeLeadingHyphen(body === '' ? 'Posthorn' : title),
    message: escapeLeadingHyphen(isLinux ? escapeBackslashes(escapeMarkup(message)) : message),
    ...(platform === 'darwin' && { group: id, ...(labels.length > 0 && { actions: labels }) }),
    ...(platform === 'win32' && { id, appID: 'Posthorn', ...(labels.length > 0 && { actions: labels }) }),
    ...(isLinux ? { 'app-name': 'Posthorn' } : { wait: true, sound: false }),
  };
}

/** The library's programs take text that begins with a hyphen for an option; this character looks the same. */
function escapeLeadingHyphen(text: string): string {
  return text.replace(/^-/, '\u2011');
}
