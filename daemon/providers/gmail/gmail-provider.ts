import { ProviderError, type Capabilities, type Cursors, type Provider, type RemoteFolder } from '../provider.ts';
import { createApiProvider, type ApiProviderOptions } from './api-provider.ts';
import { createGmailApi, type RequestContext } from './api/gmail-api.ts';
import { apiStream } from './changes/cursor.ts';
import { colorLabel } from './labels/label-edit.ts';
import { changesSinceHistory, historyStream, imapCursors } from './history-gate.ts';

type GmailOptions = ApiProviderOptions & {
  /** The account over IMAP with the same sign-in. */
  imap: Provider;
};

/**
 * A Gmail account. Mail is read over IMAP, where it costs no quota units and its UIDs are those of an account with an app
 * password; the API tells whether anything has changed, and the colors of labels. If the account's IMAP access is turned off, the
 * API alone is used (`api-provider.ts`), which the first call of `folders` finds out. Decision 0042.
 */
export function createGmailProvider({ imap, ...options }: GmailOptions): Provider {
  const api = createGmailApi(options.connection);
  const apiProvider = createApiProvider(options);
  let isApiUsed = false;
  const labelColors = createLabelColors(api);
  const current = () => (isApiUsed ? apiProvider : imap);
  return {
    get capabilities() {
      return isApiUsed ? apiProvider.capabilities : { ...imap.capabilities, ...ownCapabilities };
    },
    isVoid: (cursors) => (isApiUsed ? isFromImap(cursors) : apiStream in cursors),
    async folders(signal) {
      if (isApiUsed) return apiProvider.folders(signal);
      try {
        return await labelColors.addTo(await imap.folders(signal), { signal, priority: 'sync' });
      } catch (thrown) {
        if (!isImapOff(thrown)) throw thrown;
        isApiUsed = true;
        return apiProvider.folders(signal);
      }
    },
    async *changes(cursors, signal, onStall) {
      if (isApiUsed) return yield* apiProvider.changes(cursors, signal, onStall);
      yield* changesSinceHistory(
        api,
        {
          cursor: cursors[historyStream],
          readChanges: () => imap.changes(imapCursors(cursors), signal, onStall),
        },
        { signal, priority: 'sync' },
      );
    },
    sources: (...request) => current().sources(...request),
    part: (...request) => current().part(...request),
    apply: (...request) => current().apply(...request),
    append: (...request) => current().append(...request),
    editFolder: (...request) => current().editFolder(...request),
    async colorFolder(path, color, signal) {
      const sent = await colorLabel(api, { path, color }, { signal, priority: 'user' });
      labelColors.forget();
      return sent;
    },
    search: (...request) => current().search(...request),
    describe: (...request) => current().describe(...request),
    newArrivals: (...request) => current().newArrivals(...request),
    findById: (...request) => current().findById(...request),
    watch: (signal) => current().watch(signal),
    async close() {
      await Promise.all([imap.close(), apiProvider.close()]);
    },
  };
}

/** What is known before IMAP has connected. */
const ownCapabilities: Partial<Capabilities> = { labels: true, native_thread_ids: true };

function isFromImap(cursors: Cursors): boolean {
  return Object.keys(cursors).length > 0 && !(apiStream in cursors);
}

/** The user or an administrator has turned off IMAP. */
function isImapOff(thrown: unknown): boolean {
  return (
    thrown instanceof ProviderError &&
    thrown.reason === 'auth' &&
    /not enabled for IMAP|IMAP (access )?is disabled/i.test(thrown.serverText ?? '')
  );
}

/** How often the colors are read, in milliseconds. */
const colorIntervalMs = 10 * 60_000;

/** IMAP does not know the colors of labels. A missing color is no reason not to sync. */
function createLabelColors(api: ReturnType<typeof createGmailApi>) {
  let colors = new Map<string, string>();
  let readAt = -Infinity;
  return {
    /** The colors are read again before they are used. */
    forget: () => void (readAt = -Infinity),
    async addTo(folders: RemoteFolder[], context: RequestContext): Promise<RemoteFolder[]> {
      const { clock, quota } = api.connection;
      const now = clock.now().getTime();
      if (Math.abs(now - readAt) > colorIntervalMs && quota.pausedUntil() === undefined) {
        try {
          const labels = await api.labels(context);
          colors = new Map(
            labels.flatMap(({ name, color }) => (color?.backgroundColor ? [[name, color.backgroundColor]] : [])),
          );
          readAt = now;
        } catch (thrown) {
          if (!(thrown instanceof ProviderError)) throw thrown;
        }
      }
      return folders.map((folder) => {
        const color = colors.get(folder.path);
        return color === undefined ? folder : { ...folder, color };
      });
    },
  };
}
