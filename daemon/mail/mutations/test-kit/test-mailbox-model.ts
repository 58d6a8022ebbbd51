/** A simple model of a mailbox: each message is in some folders, in some more than once, and has its flags. */
export type ModelMail = { folders: string[]; flags: string[] };

/** A request of a user. */
export type TestRequest =
  | { ask: 'flag'; flag: '\\Seen' | '\\Flagged'; isSet: boolean }
  | { ask: 'archive' | 'trash' | 'spam' }
  | { ask: 'move'; to: string }
  | { ask: 'label'; add: string[]; remove: string[] };

const ownFolders = ['Sent', 'Drafts'];
const filedFolders = ['Archive', 'Trash', 'Junk'];

/** A message after a request. */
function mailAfter(mail: ModelMail, ask: TestRequest): ModelMail {
  if (ask.ask !== 'flag') return { ...mail, folders: foldersAfter(mail.folders, ask).toSorted() };
  const others = mail.flags.filter((flag) => flag !== ask.flag);
  return { ...mail, flags: (ask.isSet ? [...others, ask.flag] : others).toSorted() };
}

function foldersAfter(folders: string[], ask: Exclude<TestRequest, { ask: 'flag' }>): string[] {
  const all = (which: (folder: string) => boolean, to: string) => {
    const staying = folders.filter((each) => each === to || !which(each));
    return staying.includes(to) || staying.length === folders.length ? staying : [...staying, to];
  };
  const foreign = folders.every((each) => ownFolders.includes(each))
    ? folders
    : folders.filter((each) => !ownFolders.includes(each));
  switch (ask.ask) {
    case 'archive':
      return all((each) => ['INBOX', 'Trash', 'Junk'].includes(each), 'Archive');
    case 'trash':
      return all(() => true, 'Trash');
    case 'spam':
      return all((each) => foreign.includes(each), 'Junk');
    case 'move':
      if (folders.includes(ask.to) && (ask.to === 'INBOX' || !folders.includes('INBOX'))) return folders;
      if (folders.includes('INBOX')) return all((each) => each === 'INBOX', ask.to);
      if (folders.some((each) => filedFolders.includes(each)))
        return all((each) => filedFolders.includes(each), ask.to);
      return all((each) => foreign.includes(each), ask.to);
    case 'label':
      return foldersAfterRelabel(folders, ask);
  }
}

/** An added label replaces a removed one, else a duplicate; the last label goes to the archive. */
function foldersAfterRelabel(folders: string[], { add, remove }: { add: string[]; remove: string[] }): string[] {
  const goes = (folder: string) => remove.includes(folder) && !add.includes(folder);
  const leaving = folders.filter(goes);
  const staying = folders.filter((folder) => !goes(folder));
  for (const label of add.filter((each) => !folders.includes(each))) {
    if (leaving.length > 0) leaving.shift();
    else {
      const twice = staying.findIndex((folder, index) => staying.indexOf(folder) < index);
      if (twice >= 0) staying.splice(twice, 1);
    }
    staying.push(label);
  }
  return staying.length > 0 ? staying : ['Archive'];
}

/**
 * A request for some messages. `not` are the messages that it did not change: the server refused, or there was nothing
 * to do.
 */
export type ModelMutation = { of: string[]; not: Set<string> } & (
  { ask: TestRequest; undoes?: undefined } | { undoes: ModelMutation }
);

/** The initial mailbox, and the requests since. */
export function mailboxModel(start: ReadonlyMap<string, ModelMail>) {
  const mutations: ModelMutation[] = [];

  /** The state of a message after the requests before `until`. */
  function stateOf(name: string, until = mutations.length): ModelMail {
    return mutations.slice(0, until).reduce<ModelMail>(
      (mail, mutation) => {
        if (!mutation.of.includes(name) || mutation.not.has(name)) return mail;
        return mutation.undoes ? stateOf(name, mutations.indexOf(mutation.undoes)) : mailAfter(mail, mutation.ask);
      },
      { ...start.get(name)! },
    );
  }

  return {
    mutations,
    add(mutation: ModelMutation): void {
      const was = mutation.of.map((name) => JSON.stringify(stateOf(name)));
      mutations.push(mutation);
      for (const [index, name] of mutation.of.entries())
        if (JSON.stringify(stateOf(name)) === was[index]) mutation.not.add(name);
    },
    state: (name: string) => stateOf(name),
    /** Whether no later request concerns its messages, so that an undo restores the previous state. */
    isLast: (mutation: ModelMutation) =>
      mutations
        .slice(mutations.indexOf(mutation) + 1)
        .every(({ of }) => !of.some((name) => mutation.of.includes(name))),
  };
}
