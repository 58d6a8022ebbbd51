import { listOf, textOf, wordsOf } from './command.ts';
import { flagsOf } from './folder.ts';
import type { ServerPlacement } from './folder.ts';
import { quirkOfFolder } from './quirks.ts';
import { readSet } from './sequence-set.ts';
import type { Handler, Session } from './session.ts';

/** The messages of the open folder that a set names, by UID or by number. */
function placementsIn({ view }: Session, set: string, isByUid: boolean): ServerPlacement[] {
  const uids = view?.uids ?? [];
  const isAsked = readSet(set, (isByUid ? uids.at(-1) : uids.length) ?? 0);
  return (view?.folder.placements ?? []).filter(({ uid }) => isAsked(isByUid ? uid : uids.indexOf(uid) + 1));
}

const storeHandler =
  (isByUid: boolean): Handler =>
  (session, args) => {
    const { view, mailbox } = session;
    if (!view) return 'BAD No folder is open';
    // A condition such as (UNCHANGEDSINCE 5) may be between the set and the item.
    const [item, flags] = args.slice(-2);
    const named = (Array.isArray(flags) ? flags : [flags]).map(textOf);
    const mode = textOf(item).toUpperCase();
    for (const placement of placementsIn(session, textOf(args[0]), isByUid)) {
      const before = flagsOf(placement);
      const others = before.filter((flag) => !named.includes(flag));
      const after = mode.startsWith('-') ? others : mode.startsWith('+') ? [...others, ...named] : named;
      mailbox.setFlags(view.path, placement.uid, after);
    }
    return 'OK done';
  };

const copyHandler =
  (action: 'copy' | 'move'): Handler =>
  (session, [set, name]) => {
    const { view, mailbox, capabilities } = session;
    const to = session.folderNamed(textOf(name));
    if (!view) return 'BAD No folder is open';
    if (action === 'move' && !capabilities.has('MOVE')) return 'BAD There is no MOVE';
    if (!to) return 'NO [TRYCREATE] There is no such folder';
    const uids = placementsIn(session, textOf(set), true).map(({ uid }) => uid);
    const newUids = mailbox[action](view.path, uids, to.path);
    if (!capabilities.has('UIDPLUS') || uids.length === 0) return 'OK done';
    // Not shortened to ranges: the order of the two lists pairs the UIDs.
    const code = `[COPYUID ${to.uidvalidity} ${uids.join(',')} ${newUids.join(',')}]`;
    if (action === 'copy') return `OK ${code} done`;
    session.sendLine(`* OK ${code} moved`);
    return 'OK done';
  };

const expungeHandler =
  (isByUid: boolean): Handler =>
  (session, [set]) => {
    const { view, mailbox, capabilities } = session;
    if (!view) return 'BAD No folder is open';
    if (isByUid && !capabilities.has('UIDPLUS')) return 'BAD There is no UID EXPUNGE';
    const placements = isByUid ? placementsIn(session, textOf(set), true) : view.folder.placements;
    mailbox.expunge(
      view.path,
      placements.filter(({ isDeleted }) => isDeleted).map(({ uid }) => uid),
    );
    return 'OK done';
  };

const append: Handler = (session, args) => {
  const folder = session.folderNamed(textOf(args[0]));
  if (!folder) return 'NO [TRYCREATE] There is no such folder';
  const injected = quirkOfFolder(session.quirks, folder.path).commands?.['APPEND'];
  if (injected) return injected;
  const flags = args.slice(1).flatMap((argument) => listOf(argument).map(textOf));
  const uid = session.mailbox.deliver(folder.path, Buffer.from(textOf(args.at(-1)), 'latin1'), { flags });
  return session.capabilities.has('UIDPLUS') ? `OK [APPENDUID ${folder.uidvalidity} ${uid}] done` : 'OK done';
};

const idle: Handler = async (session) => {
  if (!session.capabilities.has('IDLE')) return 'BAD There is no IDLE';
  session.sendLine('+ idling');
  session.isIdle = true;
  session.sendUpdates();
  const line = await session.commands.next();
  session.isIdle = false;
  return line?.toUpperCase() === 'DONE' ? 'OK done' : 'BAD Expected DONE';
};

const enable: Handler = (session, args) => {
  const known = wordsOf(args).filter((word) => session.capabilities.has(word));
  for (const word of known.includes('QRESYNC') ? ['CONDSTORE', ...known] : known) session.enabled.add(word);
  session.sendLine(`* ENABLED${known.map((word) => ` ${word}`).join('')}`);
  return 'OK done';
};

export const messageCommands: Record<string, Handler> = {
  STORE: storeHandler(false),
  'UID STORE': storeHandler(true),
  'UID COPY': copyHandler('copy'),
  'UID MOVE': copyHandler('move'),
  EXPUNGE: expungeHandler(false),
  'UID EXPUNGE': expungeHandler(true),
  APPEND: append,
  IDLE: idle,
  CHECK: () => 'OK done',
  ENABLE: enable,
};
