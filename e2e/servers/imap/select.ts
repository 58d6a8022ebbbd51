import { listOf, textOf } from './command.ts';
import type { Argument } from './command.ts';
import { flagsOf } from './folder.ts';
import type { Folder } from './folder.ts';
import { quirkOfFolder } from './quirks.ts';
import { writeSet } from './sequence-set.ts';
import type { Handler, Session } from './session.ts';
import { openView, toldModseq } from './view.ts';

const opening =
  (mode: 'READ-WRITE' | 'READ-ONLY'): Handler =>
  (session, [name, parameters]) => {
    session.view = undefined;
    const folder = session.folderNamed(textOf(name));
    const { commands, vanishes } = quirkOfFolder(session.quirks, folder?.path ?? '');
    if (folder && vanishes) session.mailbox.remove(folder.path);
    if (!folder || vanishes || folder.attributes.some((attribute) => /^\\(Noselect|NonExistent)$/i.test(attribute)))
      return 'NO [NONEXISTENT] There is no such folder';
    const disturbance = commands?.['SELECT'];
    if (disturbance) return disturbance;
    tellFolder(session, folder);
    session.view = openView(folder);
    if (session.enabled.has('QRESYNC')) tellSince(session, folder, listOf(parameters));
    return `OK [${mode}] done`;
  };

function tellFolder({ say, quirks, capabilities }: Session, { path, places, uidvalidity, uidnext, modseq }: Folder) {
  const { isUidNextMissing, isModseqMissing } = quirkOfFolder(quirks, path);
  say('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)');
  say('* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] These are kept');
  say(`* ${places.length} EXISTS`);
  say('* 0 RECENT');
  say(`* OK [UIDVALIDITY ${uidvalidity}] UIDs are valid`);
  if (!isUidNextMissing) say(`* OK [UIDNEXT ${uidnext}] The next UID`);
  if (!capabilities.has('CONDSTORE')) return;
  say(
    isModseqMissing
      ? '* OK [NOMODSEQ] No modification sequences here'
      : `* OK [HIGHESTMODSEQ ${toldModseq(quirks, path, modseq)}] The highest`,
  );
}

/** What changed since the client was here, where it says when that was: SELECT (QRESYNC (uidvalidity modseq …)). */
function tellSince({ say, quirks }: Session, folder: Folder, parameters: Argument[]): void {
  const [uidvalidity, modseq] = listOf(parameters[parameters.indexOf('QRESYNC') + 1]).map((each) =>
    Number(textOf(each)),
  );
  if (modseq === undefined || uidvalidity !== folder.uidvalidity) return;
  const gone = folder.expunged.filter((each) => each.modseq > modseq).map(({ uid }) => uid);
  if (gone.length > 0) say(`* VANISHED (EARLIER) ${writeSet(gone.toSorted((a, b) => a - b))}`);
  folder.places.forEach((place, index) => {
    if (place.modseq <= modseq) return;
    const told = toldModseq(quirks, folder.path, place.modseq);
    say(`* ${index + 1} FETCH (UID ${place.uid} FLAGS (${flagsOf(place).join(' ')}) MODSEQ (${told}))`);
  });
}

const closing: Handler = (session) => {
  session.view = undefined;
  return 'OK done';
};

export const selectCommands: Record<string, Handler> = {
  SELECT: opening('READ-WRITE'),
  EXAMINE: opening('READ-ONLY'),
  CLOSE: closing,
  UNSELECT: closing,
};
