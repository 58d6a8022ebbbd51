import changelog from '../../../CHANGELOG.md?raw';

/** What a version brings, one line each; empty for a version without an entry. Reads the format of CHANGELOG.md. */
export function notesOf(version: string, text: string = changelog): readonly string[] {
  const section = text.split(/^## /m).find((each) => each.split('\n')[0]?.trim() === version);
  if (section === undefined) return [];
  return section
    .split(/^- /m)
    .slice(1)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim());
}

/** The version of the newest entry. */
export function newestVersion(text: string = changelog): string | undefined {
  return /^## (\S+)/m.exec(text)?.[1];
}
