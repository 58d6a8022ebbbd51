import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { localTime } from '../../base/local-time.ts';
import type { Handlers, ReplyOf } from '../../handler-types.ts';
import { listedAddresses, type Account } from '../../mail/accounts/accounts.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import { ScriptsUnsupported, type ScriptSession } from '../../providers/script-server.ts';
import type { serverFiltersRequests } from './contract.ts';
import { filterScript } from './filter-script.ts';
import { defaultSettings, type FilterSettings, type Vacation } from './filter-settings.ts';
import { changedElsewhere, saveScripts } from './save-scripts.ts';
import { readStoredScripts, type StoredScripts } from './stored-scripts.ts';
import { toServerFailure } from './server-failure.ts';

type ServerFiltersDeps = {
  clock: Clock;
  /** The zone of dates: an IANA name, or undefined for the machine's. */
  zone: string | undefined;
  openScriptServer: (account: Account, signal: AbortSignal) => Promise<ScriptSession>;
};

type ServerFilters = ReplyOf<(typeof serverFiltersRequests)['get']>;

export function serverFiltersHandlers(deps: ServerFiltersDeps): Handlers<typeof serverFiltersRequests> {
  const { zone } = deps;
  return {
    async get({ account_id }, { accounts, signal }) {
      const account = requireAccount(accounts, account_id);
      try {
        return await withSession(deps, account, signal, async (session) =>
          recordOf(deps, account, session, await readStoredScripts(session)),
        );
      } catch (thrown) {
        if (thrown instanceof ScriptsUnsupported) return unsupportedRecord(account, thrown.message);
        throw thrown;
      }
    },
    async save({ account_id, vacation, rules, replace_edited, if_match }, { db, accounts, signal }) {
      const account = requireAccount(accounts, account_id);
      const settings = { vacation, rules };
      checkSettings(settings);
      const context = { addresses: listedAddresses(db, account), zone };
      return orRefuse(
        withSession(deps, account, signal, async (session) => {
          const stored = await readStoredScripts(session);
          if (if_match !== undefined && if_match !== stored.etag) throw changedElsewhere();
          await saveScripts(session, stored, { settings, replacesEdited: replace_edited, context });
          return recordOf(deps, account, session, await readStoredScripts(session));
        }),
      );
    },
    async preview({ account_id, vacation, rules }, { db, accounts, signal }) {
      const account = requireAccount(accounts, account_id);
      checkSettings({ vacation, rules });
      const addresses = listedAddresses(db, account);
      return orRefuse(
        withSession(deps, account, signal, async (session) => {
          const { extensions } = session;
          const script = filterScript({ vacation, rules }, { addresses, zone, extensions });
          await session.check(script);
          return { kind: 'ServerFilterScript' as const, script: script.replaceAll('\r\n', '\n') };
        }),
      );
    },
  };
}

/** Throws `ScriptsUnsupported` and Failure. */
async function withSession<Result>(
  { openScriptServer }: ServerFiltersDeps,
  account: Account,
  signal: AbortSignal,
  work: (session: ScriptSession) => Promise<Result>,
): Promise<Result> {
  if (account.key === null) throw new ScriptsUnsupported(`${account.name} is no longer set up here.`);
  try {
    const session = await openScriptServer(account, signal);
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  } catch (thrown) {
    throw toServerFailure(thrown, account);
  }
}

async function orRefuse<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof ScriptsUnsupported) throw new Failure('unsupported', 'no_server_filters', thrown.message);
    throw thrown;
  }
}

function checkSettings({ vacation: { enabled, text, from, until } }: FilterSettings): void {
  if (enabled && text.trim() === '')
    throw new Failure('invalid', 'empty_reply', 'The vacation reply has no text. Write one, or turn the reply off.');
  if (from !== null && until !== null && from > until)
    throw new Failure('invalid', 'dates_reversed', 'The last day of the vacation reply is before the first one.');
}

function recordOf(
  deps: Pick<ServerFiltersDeps, 'clock' | 'zone'>,
  { account_id }: Account,
  { server, extensions }: ScriptSession,
  { settings, state, other, etag, filters }: StoredScripts,
): ServerFilters {
  const has = (...names: string[]) => names.every((name) => extensions.has(name));
  return {
    kind: 'ServerFilters',
    account_id,
    etag,
    state,
    message: null,
    server,
    supports: {
      vacation: has('vacation'),
      dates: has('date', 'relational'),
      moving: has('fileinto'),
      marking_read: has('imap4flags'),
      include: has('include'),
    },
    ...settings,
    vacation_state: state === 'on' ? vacationState(settings.vacation, deps) : 'off',
    other_script: other ?? null,
    script: filters?.text.replaceAll('\r\n', '\n') ?? null,
  };
}

function vacationState({ enabled, from, until }: Vacation, { clock, zone }: Pick<ServerFiltersDeps, 'clock' | 'zone'>) {
  if (!enabled) return 'off';
  const today = new Date(localTime(clock.now().getTime(), zone)).toISOString().slice(0, 10);
  if (until !== null && until < today) return 'ended';
  return from !== null && from > today ? 'scheduled' : 'on';
}

function unsupportedRecord({ account_id }: Account, message: string): ServerFilters {
  const supports = { vacation: false, dates: false, moving: false, marking_read: false, include: false };
  return {
    kind: 'ServerFilters',
    account_id,
    etag: 'none',
    state: 'unsupported',
    message,
    server: null,
    supports,
    ...defaultSettings,
    vacation_state: 'off',
    other_script: null,
    script: null,
  };
}
