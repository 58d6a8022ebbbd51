import { textOf } from './command.ts';
import { pathOf } from './wire-names.ts';
import type { Handler } from './session.ts';

const create: Handler = (session, [name]) => {
  const separator = session.mailbox.find('INBOX')?.separator ?? '/';
  const named = pathOf(textOf(name), session.enabled.has('UTF8=ACCEPT'));
  const path = named.endsWith(separator) ? named.slice(0, -separator.length) : named;
  if (session.folderNamed(textOf(name))) return 'NO [ALREADYEXISTS] There is such a folder';
  session.mailbox.addFolder(path, { separator });
  return 'OK done';
};

const rename: Handler = (session, [from, to]) => {
  const folder = session.folderNamed(textOf(from));
  if (!folder) return 'NO [NONEXISTENT] There is no such folder';
  if (session.folderNamed(textOf(to))) return 'NO [ALREADYEXISTS] There is such a folder';
  session.mailbox.rename(folder.path, pathOf(textOf(to), session.enabled.has('UTF8=ACCEPT')));
  return 'OK done';
};

const remove: Handler = (session, [name]) => {
  const folder = session.folderNamed(textOf(name));
  if (!folder) return 'NO [NONEXISTENT] There is no such folder';
  session.mailbox.remove(folder.path);
  return 'OK done';
};

export const folderCommands: Record<string, Handler> = {
  CREATE: create,
  RENAME: rename,
  DELETE: remove,
  SUBSCRIBE: () => 'OK done',
  UNSUBSCRIBE: () => 'OK done',
};
