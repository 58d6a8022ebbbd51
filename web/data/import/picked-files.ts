import { strings } from '../../i18n/strings.ts';

const t = strings.import;

/** A picked file with its path below the picked folder, which keeps the folder structure. */
export type Picked = { path: string; file: File };

/** Formats that cannot be read, by file name suffix, with their advice. */
const unreadable = {
  outlook: /\.(pst|ost|olm)$/i,
  express: /\.dbx$/i,
  zip: /\.(zip|7z|rar|tar|tgz|tar\.gz)$/i,
  appleMail: /\.(emlx|emlxpart|partial\.emlx)$/i,
};

/** Why a file is not sent; undefined if the daemon is to check it. */
export function skipReason(name: string): string | undefined {
  const kind = (Object.keys(unreadable) as (keyof typeof unreadable)[]).find((each) => unreadable[each].test(name));
  return kind && t.leftOut[kind];
}

/** Merges earlier and new picks. The same file counts once; another file with the same name gets a new name. */
export function withPicked(before: readonly Picked[], added: readonly Picked[]): readonly Picked[] {
  const fileByPath = new Map(before.map((each) => [each.path, each.file]));
  const additions: Picked[] = [];
  for (const { path, file } of added) {
    let own = path;
    for (let count = 2; fileByPath.has(own) && !isSame(fileByPath.get(own), file); count++) own = numbered(path, count);
    if (fileByPath.has(own)) continue;
    fileByPath.set(own, file);
    additions.push({ path: own, file });
  }
  return [...before, ...additions];
}

function isSame(one: File | undefined, other: File): boolean {
  return one?.size === other.size && one.lastModified === other.lastModified;
}

function numbered(path: string, count: number): string {
  const [, stem = path, ending = ''] = /^(.*?[^/])((?:\.[^./]+)*)$/.exec(path) ?? [];
  return `${stem} (${count})${ending}`;
}

/** The files of an input; files of a folder have their relative paths. */
export function pickedFrom(files: Iterable<File>): Picked[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Dropped files and folders. Must be called during the drop event, because browsers clear the data afterwards. */
export async function droppedFrom(items: DataTransferItemList): Promise<Picked[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: Picked[] = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: Picked[]): Promise<void> {
  if (isFileEntry(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path: entry.fullPath.replace(/^\/+/, ''), file });
  } else if (isFolderEntry(entry)) {
    const reader = entry.createReader();
    // A browser returns a hundred entries at a time, and none at the end.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const each of some) await collect(each, found);
    }
  }
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolderEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
