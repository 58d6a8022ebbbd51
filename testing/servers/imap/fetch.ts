import { listOf, textOf } from './command.ts';
import type { Argument } from './command.ts';
import { itemOf, keepsModseq, kindOf } from './fetch-items.ts';
import type { ServerPlacement } from './folder.ts';
import { quirkOfFolder, quirkOfMessage } from './quirks.ts';
import { readSet, writeSet } from './sequence-set.ts';
import type { Handler, Session } from './session.ts';
import type { View } from './view.ts';

const fetchHandler =
  (isByUid: boolean): Handler =>
  (session, [set, wanted, modifiers]) => {
    const { view } = session;
    if (!view) return 'BAD No folder is open';
    const changedSince = changedSinceOf(listOf(modifiers));
    if (changedSince && !keepsModseq(session, view)) return 'BAD There is no CHANGEDSINCE here';
    const items = itemsOf(wanted, isByUid, changedSince !== undefined);
    if (changedSince?.wantsVanished) sendVanished(session, view, textOf(set), changedSince.modseq);
    const placements = selectedPlacements(session, view, {
      set: textOf(set),
      isByUid,
      since: changedSince?.modseq ?? 0,
    });
    for (const [index, { placement, isAsked }] of placements.entries()) {
      const injected = respondFor(session, view, placement, items);
      if (isAsked && !injected) logFetched(session, view, placement, items);
      if (injected) return injected;
      if (index === 0) expungeDuringFetch(session, view);
    }
    return 'OK done';
  };

type ChangedSince = { modseq: number; wantsVanished: boolean };

function changedSinceOf(modifiers: Argument[]): ChangedSince | undefined {
  const words = modifiers.map((word) => textOf(word).toUpperCase());
  const at = words.indexOf('CHANGEDSINCE');
  return at < 0 ? undefined : { modseq: Number(words[at + 1]), wantsVanished: words.includes('VANISHED') };
}

/** Bracketed sections keep their case; everything else is in capitals. */
function itemsOf(wanted: Argument | undefined, isByUid: boolean, isSince: boolean): string[] {
  const items = (Array.isArray(wanted) ? wanted : [wanted]).map(textOf);
  const has = (name: string) => items.some((item) => item.toUpperCase() === name);
  return [...items, ...(isByUid && !has('UID') ? ['UID'] : []), ...(isSince && !has('MODSEQ') ? ['MODSEQ'] : [])];
}

function sendVanished({ sendLine }: Session, { folder, uids }: View, set: string, modseq: number): void {
  const isAsked = readSet(set, uids.at(-1) ?? 0);
  const vacated = folder.expunged.filter((each) => each.modseq > modseq && isAsked(each.uid)).map(({ uid }) => uid);
  if (vacated.length > 0) sendLine(`* VANISHED (EARLIER) ${writeSet(vacated.toSorted((a, b) => a - b))}`);
}

function selectedPlacements(
  { quirks }: Session,
  { folder, path, uids }: View,
  { set, isByUid, since }: { set: string; isByUid: boolean; since: number },
): { placement: ServerPlacement; isAsked: boolean }[] {
  const { isDescending, sendsNeighbours } = quirkOfFolder(quirks, path);
  const isIn = readSet(set, (isByUid ? uids.at(-1) : uids.length) ?? 0);
  const placements = folder.placements.filter(({ uid }) => uids.includes(uid));
  const isWanted = (placement: ServerPlacement | undefined) =>
    placement !== undefined &&
    placement.modseq > since &&
    isIn(isByUid ? placement.uid : uids.indexOf(placement.uid) + 1);
  const answered = placements
    .map((placement, index) => ({
      placement,
      isAsked: isWanted(placement),
      around: [placements[index - 1], placements[index + 1]],
    }))
    .filter(({ isAsked, around }) => isAsked || (sendsNeighbours && around.some(isWanted)));
  return isDescending ? answered.toReversed() : answered;
}

/** Sends the requested items of one message, or returns the disturbance that replaces it and all that follow. */
function respondFor(
  session: Session,
  view: View,
  placement: ServerPlacement,
  items: readonly string[],
): string | undefined {
  const { on = {}, leftOut = [] } = quirkOfMessage(session.quirks, view.path, placement.uid);
  const kinds = items.map(kindOf);
  const injected = kinds.map((kind) => on[kind]).find((each) => each !== undefined);
  if (injected) return injected;
  if (kinds.some((kind) => leftOut.includes(kind))) return undefined;
  const responses = items.map((item) => itemOf(session, view, placement, item));
  const unknown = responses.indexOf(undefined);
  if (unknown >= 0) return `BAD The FETCH item ${items[unknown]} is unknown`;
  const spaced = responses.flatMap((bytes, index) => [Buffer.from(index === 0 ? '' : ' '), bytes ?? Buffer.alloc(0)]);
  session.send(
    Buffer.concat([Buffer.from(`* ${view.uids.indexOf(placement.uid) + 1} FETCH (`), ...spaced, Buffer.from(')\r\n')]),
  );
  return undefined;
}

function logFetched({ log }: Session, { path }: View, { uid }: ServerPlacement, items: readonly string[]): void {
  const sections = items.filter((item) => kindOf(item) === 'body');
  log.fetchedSections.push(...sections.map((section) => ({ folder: path, uid, section })));
}

function expungeDuringFetch(session: Session, view: View): void {
  const quirk = quirkOfFolder(session.quirks, view.path);
  const uids = quirk.expungedDuringFetch;
  if (!uids) return;
  quirk.expungedDuringFetch = undefined;
  session.mailbox.expunge(view.path, uids);
  session.sendUpdates();
}

export const fetchCommands: Record<string, Handler> = { FETCH: fetchHandler(false), 'UID FETCH': fetchHandler(true) };
