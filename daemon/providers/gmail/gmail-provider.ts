import { ProviderError, type Capabilities, type Cursors, type Provider, type RemoteFolder } from '../provider.ts';
import { createApiProvider, type ApiProviderOptions } from './api-provider.ts';
import { createGmailApi, type RequestContext } from './api/gmail-api.ts';
import { apiStream } from './changes/cursor.ts';
import { changesSinceHistory, historyStream, imapCursors } from './history-gate.ts';

type GmailOptions = ApiProviderOptions & {
  /** The account over IMAP with the same sign-in. */
  imap: Provider;
};

/**
 * A Gmail account. Mail is read over IMAP, where it costs no quota units and its UIDs are those of an account with an app
 * password; the API tells whether anything has changed, and the colors of labels. If the account's IMAP access is turned off, the
 * API alone is used (`api-provider.ts`). Decision 0042.
 */
export function createGmailProvider({ imap, ...options }: GmailOptions): Provider {
  const { clock } = options.connection;
  const api = createGmailApi(options.connection);
  const apiProvider = createApiProvider(options);
  let isApiUsed = false;
  const labelColors = createLabelColors(api);
  const current = () => (isApiUsed ? apiProvider : imap);
  /** Calls IMAP, and the API if it turns out that IMAP is off. */
  const either = async <T>(call: (provider: Provider) => Promise<T>): Promise<T> => {
    try {
      return await call(current());
    } catch (thrown) {
      if (isApiUsed || !isImapOff(thrown)) throw thrown;
      isApiUsed = true;
      return call(apiProvider);
    }
  };
  return {
    get capabilities() {
      return isApiUsed ? apiProvider.capabilities : { ...imap.capabilities, ...ownCapabilities };
    },
    isVoid: (cursors) => (isApiUsed ? isFromImap(cursors) : apiStream in cursors),
    folders: (signal) =>
      either(async (provider) => {
        const folders = await provider.folders(signal);
        return isApiUsed ? folders : labelColors.addTo(folders, { signal, priority: 'sync' });
      }),
    async *changes(cursors, signal, onStall) {
      if (isApiUsed) return yield* apiProvider.changes(cursors, signal, onStall);
      yield* changesSinceHistory(
        { api, clock },
        {
          cursor: cursors[historyStream],
          readChanges: () => imap.changes(imapCursors(cursors), signal, onStall),
        },
        { signal, priority: 'sync' },
      );
    },
    sources: (...request) => current().sources(...request),
    part: (...request) => either((provider) => provider.part(...request)),
    apply: (...request) => either((provider) => provider.apply(...request)),
    append: (...request) => either((provider) => provider.append(...request)),
    editFolder: (...request) => either((provider) => provider.editFolder(...request)),
    search: (...request) => either((provider) => provider.search(...request)),
    newArrivals: (...request) => either((provider) => provider.newArrivals(...request)),
    findById: (...request) => either((provider) => provider.findById(...request)),
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
    async addTo(folders: RemoteFolder[], context: RequestContext): Promise<RemoteFolder[]> {
      const now = api.connection.clock.now().getTime();
      if (Math.abs(now - readAt) > colorIntervalMs) {
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
