/**
 * Posthorn's daemon: knows mail, knows neither HTTP nor Electron. This file puts it together; it is also the map.
 *
 *   base/       clock, failure, ids, log, byte gate, loops, worker threads, the machine we run on: imports nothing of ours
 *   contract/   define.ts (what a request is), fields, events, json-schema: zod only
 *   config/     one schema for config.toml, which is followed and edited line by line; paths, secrets, token files
 *   safety/     who may do what: pure
 *   store/      db.ts (ReadDb, WriteDb, sql``), migrations, the instance lock, whose turn it is to write
 *   outgoing/   the one way to the web, which leads nowhere else
 *   providers/  provider.ts is the port to where mail lies, sender.ts to what sends it; imap/, smtp/ and fake/ implement
 *               them, held to it by the conformance suites
 *   mail/       what features stand on: messages, threads, labels, ingest, mime/, query/, index/, events, jobs; apply.ts,
 *               undo.ts and mutations/ are what is done to mail
 *   features/   one folder each: contract.ts (the rows), handlers.ts, and what belongs to it alone
 *   workers/    entries of the worker threads: ingest, indexer, reader, checker, backup
 *   desk/       what the person at the computer is shown and made to hear: notifications, chimes, how things are at a glance
 *   fronts/     how requests arrive besides HTTP: the local socket, and the command line that uses it
 *
 *   contract.ts   every request           handlers.ts, readers.ts   their answers (here, or on a reader worker)
 *   dispatch.ts   the only way in         loops.ts                  everything that runs in the background
 *   ground.ts     opens what all stands on; background.ts and answers.ts hand it to the loops and the handlers
 *
 * Mail in:    provider -> features/sync -> ingest worker (parse, thread, store, index queue) -> indexer -> events
 * A request:  front -> dispatch -> handler -> mail/ or store.ts -> reply
 * A send:     compose or drafts -> mail/outbox-queue.ts (a row) -> features/outbox/send-loop.ts -> sender -> its copy in Sent
 * A change:   handler -> mail/apply.ts (rows, how it is taken back, an operation a message) -> push loop -> server ->
 *             the next sync pass, which tells it back
 *
 * Decided here, beyond or against the architecture's numbers:
 *   ids          label and conversation ids are name-based like message ids (5): a rebuilt store keeps them. A label
 *                that is renamed keeps the one it has
 *   cursors      one opaque text a stream, a folder or the account (22): a batch rewrites no other folder's
 *   lists        all mail and starred are labels too, so every list is label_messages or label_threads (8)
 *   writing      whose turn it is on mail.db is handed over in shared memory, store/turn.ts (1): SQLite polls
 *   readers      rows that run on a reader worker have handlers of their own, which are given nothing that writes; they
 *                answer as JSON text, which crosses threads and goes out as it is
 *   texts        a text that was written as text is read from its source and stored nowhere else (8); the worker that
 *                reads mail hands it to the indexer in shared memory
 *   known mail   what a server says of a message beforehand gives the id it is stored under (3): what another program moved
 *                or copied, and what a folder numbered anew holds, is recognised and not fetched again
 *   acting       an operation says what is meant (archive, bin, these labels), never which place to move: what is shown of a
 *                message is what its server has with its open operations on top (15), and what is told to the server is the
 *                same rules on what the server has then. So a refusal takes itself back, and what another program did is the
 *                ground and not a conflict. What landed stays on top until a pass that began later has ended, for what an
 *                earlier one tells may be older; what nobody knows waits for such a pass (mail/mutations/)
 *   nothing lost no act expunges: copies go along to the bin, and what lies nowhere without a label goes to the archive (17)
 *   drafts       a linked draft has one version on its server. Where that gave way to a later one, theirs is taken if
 *                nothing was changed here, else both stay; where it gave way to nothing, the draft is thrown away, and can be
 *                taken back, unless it was changed here (features/drafts/meeting.ts)
 *   removals     what left a folder is told after what came into the others, so that moved mail is never without a place
 *   gaps         a source may lack stretches that are left on the server (7); positions count in the whole message
 *   references   conversations are found by 64-bit hashes of Message-IDs: a tenth of the space
 *   formatted    mail is written anew from an allow-list by mail/html/: what libraries offer is quadratic on hostile mail
 *   sign-ins     a password that was refused is sent again when somebody asks, and once by itself after ten minutes if the
 *                server took it before in this process: servers err, and people should not be asked for what is right
 *   backups      made page by page inside one read transaction (13): of one moment, however busy the store, and broken off at
 *                once; attachments whose messages go meanwhile are held. A restore is staged by the daemon, and put into
 *                place by the next start before anything is opened
 *   starting     what shows mail is ready before workers and loops begin (`begin`): a first page waits for no thread
 *   one moment   a read on the main thread sees one state of the store from its first query to its last
 *   secrets      a reply that tells a secret is kept nowhere, so its Idempotency-Key is refused the second time (20)
 *   keychain     asked one question at a time. libsecret says of what is locked that it is not there, and blocks a thread while
 *                it asks the person: so the Secret Service itself is asked first, over its bus, and keytar only for what is
 *                open. Mail that waits for a locked keychain is tried like that which waits for a network. A password that
 *                is typed anew goes there, and its line in secrets.toml goes
 *   desktop      what is shown and sounds is decided in desk/, as of any client that listens, and done by headless/desk/ or by the
 *                app: chimes and notifications work without Electron. An act sounds where it was asked for: by the page for
 *                what is done in it, here for all others
 *   activity     who did what is told by dispatch alone, and by what happens later of itself; subjects are looked up when it
 *                is written, and what the settings do not want kept is never stored. Who is no person sees what came by
 *                way of itself (20)
 *   attachments  what was left on the server is cached as it travels (7): so a fetch that broke off goes on, and its length
 *                shows that it is whole
 *   exports      an mbox says in lines of its own how a message is marked, how long it is and what of it is missing; our
 *                import takes them off again, so that its bytes come back exactly
 *   counts       saved searches are counted when mail changes, those alone that somebody looks at: the shell waits for none
 *   paths        a row that takes a path of the owner's is on the local socket alone
 *   sessions     a compose session is a row that points to a draft, which alone says what is written and is stored with every
 *                change (34): a crash loses nothing, and two windows learn of each other by the draft's revision
 *   quoting      what is answered or forwarded is quoted as the text it reads as, with its signs escaped; pictures of a
 *                forward stand below its text, and its files are copied in the background before it may go
 *   written mail made by mail/mime/build/, the same bytes for the same letter; what nobody can show (a picture taken out of
 *                the text, the name of an account) does not go out
 *   overrides    a leave to send in spite of findings is signed and not stored: for one text, one use, ten minutes, this
 *                process (mail/safety-check/)
 *   answers      what the owner answered, and lists left by mail, follow the outbox by a trigger: a crash loses neither
 *   sending      of what was let go and not answered nobody knows (19): it never goes again by itself, and is settled by its
 *                copy, an answer to it or a report on it that is found, or by its owner. Once some have it, the rest of its
 *                recipients are tried alone, and their doubt is not that of the whole. What was planned goes up to twelve
 *                hours late, everything is tried for two days, and an account that is switched off sends nothing
 */
import { callerForToken, revalidateCaller, visibleAccountIds } from './authorization.ts';
import { startLoops, type RunningLoop } from './base/loop.ts';
import { reloadOnConfigChange } from './config-reload.ts';
import { openCore, type Core } from './core.ts';
import type { DaemonOptions, StopReason } from './daemon-options.ts';
import { createDispatch } from './dispatch.ts';
import { createFeatureHost, type FeatureHost } from './feature-host.ts';
import type { BridgeState } from './features/admin/status.ts';
import { features } from './features.ts';
import type { Caller, Dispatch } from './handler-types.ts';
import { allAccounts } from './mail/accounts/accounts.ts';
import { accountsWithoutContactCounts } from './mail/contacts/contacts.ts';
import type { Events } from './mail/events/events.ts';
import { isSending } from './mail/outbox/outbox.ts';
import { noDesktop, type NotificationAction } from './notifications/desktop.ts';
import { openDesktopService } from './notifications/desktop-service.ts';
import { checkIntegrity } from './open-workers.ts';

export type { BridgeState };

export type Daemon = {
  dispatch: Dispatch;
  /** Who holds a token that was made beside the owner's own. */
  callerForToken(token: string): Caller | undefined;
  events: Pick<Events, 'subscribe' | 'after' | 'range'> & {
    /**
     * The accounts whose events a caller may see now, by public id; undefined where that is all of them. Throws Failure
     * `policy` where it may see nothing.
     */
    visibleAccountIds(caller: Caller): ReadonlySet<string> | undefined;
  };
  /** Resolves when somebody asked the daemon to stop, or to start anew; whoever started it then closes it. */
  stopRequested: Promise<StopReason>;
  /** Begins to sync, to index and to look after what is stored. Who shows mail first lets it be asked for first. */
  begin(): void;
  /** Waits until search covers all that is stored. */
  whenIndexed(): Promise<void>;
  /** The computer has slept. A desktop says so sooner than it is noticed. */
  handleResume(): void;
  /** The person did something from a notification. They are told where it cannot be done. */
  handleNotificationAction(notificationId: string, action: NotificationAction): Promise<void>;
  /** Whether a message is being handed over to a server at this moment. */
  isSending(): boolean;
  /** Stops in good order, within two seconds. */
  close(): Promise<void>;
};

/**
 * Opens the store and answers; `begin` starts what goes on in the background. Throws Failure `already_running`,
 * `database_newer`, `disk_full`, `not_a_demo`; then nothing is left running.
 */
export async function openDaemon(options: DaemonOptions): Promise<Daemon> {
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<StopReason>();
  const host = createFeatureHost(features, () => core);
  const core: Core = await openCore(options, {
    ...host,
    requestStop,
    dispatch: (...request) => dispatch(...request),
    onUserAction: (action) => desktopService.onUserAction(action),
    onPauseChange: () => desktopService.onPauseChange(),
  });
  const { config, log, clock, zone, read, mail, events, announce, policy, workers, keyBindings, recorder } = core;
  const dispatch = createDispatch({ ...core, write: mail, handlerOf: host.handlerOf, activity: recorder });
  const desktopService = openDesktopService({
    desktop: options.desktop ?? noDesktop,
    read,
    write: mail,
    clock,
    log,
    config,
    events,
    progress: core.progress,
    zone,
    request: (name, input) => dispatch(name, input, { origin: 'human' }),
  });
  const stopConfigReload = reloadOnConfigChange(core);
  keyBindings.onChange(() => announce({ event: 'ConfigChanged', keys: ['keys'], trouble: config.trouble ?? null }));
  let running: Promise<RunningLoop> | undefined;
  let closing: Promise<void> | undefined;
  log.info({ instance: options.paths.instance, accounts: allAccounts(read).length }, 'the daemon is running');

  const close = async () => {
    log.info('the daemon stops');
    stopConfigReload();
    keyBindings.close();
    desktopService.close();
    await (await running)?.stop();
    await Promise.all([workers.reader.stop(), workers.checker.stop()]);
    recorder.flush();
    await core.close();
    log.info('the daemon has stopped');
  };
  return {
    dispatch,
    callerForToken: (secret) => callerForToken(read, secret),
    events: {
      ...events,
      visibleAccountIds: (caller) => visibleAccountIds(revalidateCaller(read, caller), allAccounts(read), policy()),
    },
    stopRequested,
    begin() {
      if (running || closing) return;
      running = beginBackground(core, host);
    },
    whenIndexed: () => workers.indexer.ask('whenIdle', undefined),
    handleResume: host.onResume,
    handleNotificationAction: desktopService.handleAction,
    isSending: () => isSending(read),
    close: () => (closing ??= close()),
  };
}

/** Starts the background work: loops, the index, counts that are missing, and a check after an unclean stop. */
async function beginBackground(core: Core, host: FeatureHost): Promise<RunningLoop> {
  const { clock, log, read, progress, workers } = core;
  const loops = await host.openBackground();
  // An account's loop announces its own progress when it begins; a disabled account has none.
  progress.clear();
  const running = startLoops(loops, { clock, log });
  workers.notifyIndexer('start');
  for (const account of accountsWithoutContactCounts(read)) {
    workers.ingest
      .ask('recountContacts', account)
      .catch((failed: unknown) =>
        log.warn({ err: failed }, 'the contacts were not counted; the next start tries again'),
      );
  }
  if (core.isUnclean) void checkIntegrity(core.files, log);
  return running;
}
