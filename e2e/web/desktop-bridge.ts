import type { AttachmentRef, LastView, UpdateState } from '../../daemon/contract/desktop.ts';

/** A fake of the desktop app's API with its calls: `shows` simulates an action on a notification or the tray. */
type ExposedBridge = { asked: string[]; views: LastView[]; shows?: (path: string) => void };

type BridgeOptions = {
  token: string;
  update?: UpdateState;
  /** Whether the app was just updated. */
  isUpdated?: boolean;
};

/**
 * Gives a page the API of the desktop app, as `window.posthorn`, and its calls, as `window.lent`. Runs in the page before its
 * own scripts.
 */
export function exposeBridge({ token, update = { state: 'ready', version: '0.2.0' }, isUpdated }: BridgeOptions): void {
  const lent: ExposedBridge = { asked: [], views: [] };
  const bridge = {
    token: async () => token,
    onOpen(listener: (path: string) => void) {
      lent.shows = listener;
      return () => undefined;
    },
    print: async () => void lent.asked.push('print'),
    attachmentUses: ['open', 'open_with', 'show'],
    async openAttachment({ message_id, attachment_id }: AttachmentRef, use: string) {
      if (use === 'open_with') throw new Error('No program was found.');
      lent.asked.push(`${use} ${message_id} ${attachment_id}`);
    },
    prepareAttachmentDrag: async () => void lent.asked.push('prepare'),
    dragAttachment: () => void lent.asked.push('drag'),
    storeLastView: async (view: LastView) => void lent.views.push(view),
    forgetLastView: async () => undefined,
    takeUpdateNote: async () => isUpdated === true,
    problemFiles: async () => ({
      log: ['2026-03-10T11:00:01.000Z ERROR the update failed (EACCES)'],
      crashFiles: [{ name: 'a.dmp', bytes: 1_200_000, at: '2026-03-10T11:00:00.000Z' }],
    }),
    saveProblemReport: async ({ text, withCrashFiles }: { text: string; withCrashFiles: boolean }) =>
      void lent.asked.push(`report ${text.includes('the update failed')} ${withCrashFiles}`),
    platform: 'linux',
    version: '0.1.0',
    startsAtLogin: async () => lent.asked.includes('start at login'),
    setStartsAtLogin: async (on: boolean) => void (on && lent.asked.push('start at login')),
    isMailProgram: async () => false,
    becomeMailProgram: async () => {
      throw new Error('The system did not allow it.');
    },
    update: async () => update,
    checkForUpdate: async () => ({ state: 'ready', version: '0.2.0' }),
    installUpdate: async () => void lent.asked.push('install'),
  };
  Object.assign(globalThis, { lent, posthorn: bridge });
}
