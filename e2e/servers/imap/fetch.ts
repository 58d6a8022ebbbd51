import { listOf, textOf } from './command.ts';
import type { Argument } from './command.ts';
import { itemOf, keepsModseq, kindOf } from './fetch-items.ts';
import type { Place } from './folder.ts';
import { quirkOfFolder, quirkOfMessage } from './quirks.ts';
import { readSet, writeSet } from './sequence-set.ts';
import type { Handler, Session } from './session.ts';
import type { View } from './view.ts';

const fetching =
  (isByUid: boolean): Handler =>
  (session, [set, wanted, modifiers]) => {
    const { view } = session;
    if (!view) return 'BAD No folder is open';
    const since = sinceOf(listOf(modifiers));
    if (since && !keepsModseq(session, view)) return 'BAD There is no CHANGEDSINCE here';
    const items = itemsOf(wanted, isByUid, since !== undefined);
    if (since?.wantsVanished) tellVanished(session, view, textOf(set), since.modseq);
    const places = chosen(session, view, { set: textOf(set), isByUid, since: since?.modseq ?? 0 });
    for (const [index, { place, isAsked }] of places.entries()) {
      const disturbance = answerFor(session, view, place, items);
      if (isAsked && !disturbance) noteHanded(session, view, place, items);
      if (disturbance) return disturbance;
      if (index === 0) expungeMeanwhile(session, view);
    }
    return 'OK done';
  };

type Since = { modseq: number; wantsVanished: boolean };

function sinceOf(modifiers: Argument[]): Since | undefined {
  const words = modifiers.map((word) => textOf(word).toUpperCase());
  const at = words.indexOf('CHANGEDSINCE');
  return at < 0 ? undefined : { modseq: Number(words[at + 1]), wantsVanished: words.includes('VANISHED') };
}

/** Bracketed sections keep the case they came in; everything else is told in capitals. */
function itemsOf(wanted: Argument | undefined, isByUid: boolean, isSince: boolean): string[] {
  const items = (Array.isArray(wanted) ? wanted : [wanted]).map(textOf);
  const has = (name: string) => items.some((item) => item.toUpperCase() === name);
  return [...items, ...(isByUid && !has('UID') ? ['UID'] : []), ...(isSince && !has('MODSEQ') ? ['MODSEQ'] : [])];
}

function tellVanished({ say }: Session, { folder, uids }: View, set: string, modseq: number): void {
  const isAsked = readSet(set, uids.at(-1) ?? 0);
  const gone = folder.expunged.filter((each) => each.modseq > modseq && isAsked(each.uid)).map(({ uid }) => uid);
  if (gone.length > 0) say(`* VANISHED (EARLIER) ${writeSet(gone.toSorted((a, b) => a - b))}`);
}

function chosen(
  { quirks }: Session,
  { folder, path, uids }: View,
  { set, isByUid, since }: { set: string; isByUid: boolean; since: number },
): { place: Place; isAsked: boolean }[] {
  const { isDescending, isTalkative } = quirkOfFolder(quirks, path);
  const isIn = readSet(set, (isByUid ? uids.at(-1) : uids.length) ?? 0);
  const places = folder.places.filter(({ uid }) => uids.includes(uid));
  const isWanted = (place: Place | undefined) =>
    place !== undefined && place.modseq > since && isIn(isByUid ? place.uid : uids.indexOf(place.uid) + 1);
  const answered = places
    .map((place, index) => ({ place, isAsked: isWanted(place), around: [places[index - 1], places[index + 1]] }))
    .filter(({ isAsked, around }) => isAsked || (isTalkative && around.some(isWanted)));
  return isDescending ? answered.toReversed() : answered;
}

/** Sends what was asked of one message, or gives what comes in its place and that of all that follow. */
function answerFor(session: Session, view: View, place: Place, items: readonly string[]): string | undefined {
  const { on = {}, isLeftOut } = quirkOfMessage(session.quirks, view.path, place.uid);
  const kinds = items.map(kindOf);
  const disturbance = kinds.map((kind) => on[kind]).find((each) => each !== undefined);
  if (disturbance) return disturbance;
  if (isLeftOut && kinds.includes('body')) return undefined;
  const told = items.map((item) => itemOf(session, view, place, item));
  const unknown = told.indexOf(undefined);
  if (unknown >= 0) return `BAD The FETCH item ${items[unknown]} is unknown`;
  const spaced = told.flatMap((bytes, index) => [Buffer.from(index === 0 ? '' : ' '), bytes ?? Buffer.alloc(0)]);
  session.send(
    Buffer.concat([Buffer.from(`* ${view.uids.indexOf(place.uid) + 1} FETCH (`), ...spaced, Buffer.from(')\r\n')]),
  );
  return undefined;
}

function noteHanded({ log }: Session, { path }: View, { uid }: Place, items: readonly string[]): void {
  const sections = items.filter((item) => kindOf(item) === 'body');
  log.handed.push(...sections.map((section) => ({ folder: path, uid, section })));
}

function expungeMeanwhile(session: Session, view: View): void {
  const quirk = quirkOfFolder(session.quirks, view.path);
  const uids = quirk.expungedDuringFetch;
  if (!uids) return;
  quirk.expungedDuringFetch = undefined;
  session.mailbox.expunge(view.path, uids);
  session.tellNews();
}

export const fetchCommands: Record<string, Handler> = { FETCH: fetching(false), 'UID FETCH': fetching(true) };
