import { listOf, textOf } from './command.ts';
import type { Argument } from './command.ts';
import { flagsOf } from './folder.ts';
import type { Folder } from './folder.ts';
import { quirkOfFolder } from './quirks.ts';
import { writeSet } from './sequence-set.ts';
import type { Handler, Session } from './session.ts';
import { openView, reportedModseq } from './view.ts';

const selectHandler =
  (mode: 'READ-WRITE' | 'READ-ONLY'): Handler =>
  (session, [name, parameters]) => {
    session.view = undefined;
    const folder = session.folderNamed(textOf(name));
    const { commands, isDeletedOnOpen } = quirkOfFolder(session.quirks, folder?.path ?? '');
    if (folder && isDeletedOnOpen) session.mailbox.remove(folder.path);
    if (
      !folder ||
      isDeletedOnOpen ||
      folder.attributes.some((attribute) => /^\\(Noselect|NonExistent)$/i.test(attribute))
    )
      return 'NO [NONEXISTENT] There is no such folder';
    const injected = commands?.['SELECT'];
    if (injected) return injected;
    sendFolderState(session, folder);
    session.view = openView(folder);
    if (session.enabled.has('QRESYNC')) sendChangesSince(session, folder, listOf(parameters));
    return `OK [${mode}] done`;
  };

function sendFolderState(
  { sendLine, quirks, capabilities }: Session,
  { path, placements, uidvalidity, uidnext, modseq }: Folder,
) {
  const { isUidNextMissing, isModseqMissing } = quirkOfFolder(quirks, path);
  sendLine('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)');
  sendLine('* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] These are kept');
  sendLine(`* ${placements.length} EXISTS`);
  sendLine('* 0 RECENT');
  sendLine(`* OK [UIDVALIDITY ${uidvalidity}] UIDs are valid`);
  if (!isUidNextMissing) sendLine(`* OK [UIDNEXT ${uidnext}] The next UID`);
  if (!capabilities.has('CONDSTORE')) return;
  sendLine(
    isModseqMissing
      ? '* OK [NOMODSEQ] No modification sequences here'
      : `* OK [HIGHESTMODSEQ ${reportedModseq(quirks, path, modseq)}] The highest`,
  );
}

/** Changes since the client's last visit, if it states that: SELECT (QRESYNC (uidvalidity modseq …)). */
function sendChangesSince({ sendLine, quirks }: Session, folder: Folder, parameters: Argument[]): void {
  const [uidvalidity, modseq] = listOf(parameters[parameters.indexOf('QRESYNC') + 1]).map((each) =>
    Number(textOf(each)),
  );
  if (modseq === undefined || uidvalidity !== folder.uidvalidity) return;
  const vacated = folder.expunged.filter((each) => each.modseq > modseq).map(({ uid }) => uid);
  if (vacated.length > 0) sendLine(`* VANISHED (EARLIER) ${writeSet(vacated.toSorted((a, b) => a - b))}`);
  folder.placements.forEach((placement, index) => {
    if (placement.modseq <= modseq) return;
    const reported = reportedModseq(quirks, folder.path, placement.modseq);
    sendLine(
      `* ${index + 1} FETCH (UID ${placement.uid} FLAGS (${flagsOf(placement).join(' ')}) MODSEQ (${reported}))`,
    );
  });
}

const closeHandler: Handler = (session) => {
  session.view = undefined;
  return 'OK done';
};

export const selectCommands: Record<string, Handler> = {
  SELECT: selectHandler('READ-WRITE'),
  EXAMINE: selectHandler('READ-ONLY'),
  CLOSE: closeHandler,
  UNSELECT: closeHandler,
};
