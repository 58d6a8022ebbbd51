import type { Notice } from '../../daemon/desk/desk.ts';
import { chose, withBackslashes, withoutMarkup, type Way, type WayParts } from './notifier-way.ts';

/** What is used of the library; its types know each system by itself. */
export type Library = {
  notify(
    options: Record<string, unknown>,
    answered?: (failed: Error | null, response?: string, about?: { activationValue?: string; button?: string }) => void,
  ): unknown;
};

const load = async (): Promise<Library> => (await import('node-notifier')).default;

/** Shows notifications with node-notifier, for systems without libnotify 0.8. Only macOS and Windows offer actions here. */
export async function createLibraryNotifier(
  { platform, complain, ...parts }: WayParts,
  loadLibrary: () => Promise<Library> = load,
): Promise<Way> {
  const library = await loadLibrary();
  return {
    async show(notice) {
      library.notify(optionsFor(notice, platform), (failed, response = '', about = {}) => {
        if (failed) return complain(failed);
        const label = about.activationValue ?? about.button;
        const offer = notice.actions.find((each) => each.label === label);
        if (offer) chose(notice, offer.id, parts);
        else if (['activate', 'click', 'clicked'].includes(response)) chose(notice, 'default', parts);
      });
    },
    async withdraw(id) {
      if (platform === 'darwin') library.notify({ remove: id });
      if (platform === 'win32') library.notify({ close: id });
    },
    // It cannot say what it still shows.
    async close() {},
  };
}

function optionsFor({ id, title, body, actions }: Notice, platform: NodeJS.Platform): Record<string, unknown> {
  const isLinux = platform === 'linux';
  const message = body === '' ? title : body;
  const labels = actions.map(({ label }) => label);
  return {
    title: noOption(body === '' ? 'Posthorn' : title),
    message: noOption(isLinux ? withBackslashes(withoutMarkup(message)) : message),
    ...(platform === 'darwin' && { group: id, ...(labels.length > 0 && { actions: labels }) }),
    ...(platform === 'win32' && { id, appID: 'Posthorn', ...(labels.length > 0 && { actions: labels }) }),
    ...(isLinux ? { 'app-name': 'Posthorn' } : { wait: true, sound: false }),
  };
}

/** The programs behind the library take what begins with a hyphen for an option; this one looks the same. */
function noOption(text: string): string {
  return text.replace(/^-/, '\u2011');
}
