/** A mailbox as people think of it: each message lies in some folders, in some more than once, and has its flags. */
export type Mail = { folders: string[]; flags: string[] };

/** What somebody asks for. */
export type Ask =
  | { ask: 'flag'; flag: '\\Seen' | '\\Flagged'; isSet: boolean }
  | { ask: 'archive' | 'trash' | 'spam' }
  | { ask: 'move'; to: string }
  | { ask: 'label'; add: string[]; remove: string[] };

const own = ['Sent', 'Drafts'];
const put = ['Archive', 'Trash', 'Junk'];

/** What a message comes to by what is asked of it. */
export function asked(mail: Mail, ask: Ask): Mail {
  if (ask.ask !== 'flag') return { ...mail, folders: foldersAfter(mail.folders, ask).toSorted() };
  const others = mail.flags.filter((flag) => flag !== ask.flag);
  return { ...mail, flags: (ask.isSet ? [...others, ask.flag] : others).toSorted() };
}

function foldersAfter(folders: string[], ask: Exclude<Ask, { ask: 'flag' }>): string[] {
  const all = (which: (folder: string) => boolean, to: string) => folders.map((each) => (which(each) ? to : each));
  const foreign = folders.every((each) => own.includes(each)) ? folders : folders.filter((each) => !own.includes(each));
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
      if (folders.some((each) => put.includes(each))) return all((each) => put.includes(each), ask.to);
      return all((each) => foreign.includes(each), ask.to);
    case 'label':
      return relabelled(folders, ask);
  }
}

/** A label more takes the place of one that goes, else of one that is there twice; the last one goes to the archive. */
function relabelled(folders: string[], { add, remove }: { add: string[]; remove: string[] }): string[] {
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
 * Something that was asked of some messages. `not` are those to which it did not happen: a server refused it, or there was
 * nothing to do when it was asked.
 */
export type Deed = { of: string[]; not: Set<string> } & ({ ask: Ask; undoes?: undefined } | { undoes: Deed });

/** What was there, and what has been asked since. */
export function mailboxModel(start: ReadonlyMap<string, Mail>) {
  const deeds: Deed[] = [];

  /** What a message is after what was asked before `until`. */
  function stateOf(name: string, until = deeds.length): Mail {
    return deeds.slice(0, until).reduce<Mail>(
      (mail, deed) => {
        if (!deed.of.includes(name) || deed.not.has(name)) return mail;
        return deed.undoes ? stateOf(name, deeds.indexOf(deed.undoes)) : asked(mail, deed.ask);
      },
      { ...start.get(name)! },
    );
  }

  return {
    deeds,
    add(deed: Deed): void {
      const was = deed.of.map((name) => JSON.stringify(stateOf(name)));
      deeds.push(deed);
      for (const [index, name] of deed.of.entries())
        if (JSON.stringify(stateOf(name)) === was[index]) deed.not.add(name);
    },
    state: (name: string) => stateOf(name),
    /** Whether nothing was asked of its messages since, so that taking it back gives what was before. */
    isLast: (deed: Deed) =>
      deeds.slice(deeds.indexOf(deed) + 1).every(({ of }) => !of.some((name) => deed.of.includes(name))),
  };
}
