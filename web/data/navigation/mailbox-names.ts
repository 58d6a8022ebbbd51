import { strings } from '../../i18n/strings.ts';

type Named = { label: string; role: string | null; lens: { kind: string } };

/** What a place of the sidebar is called. Labels have the names that people gave them. */
export function mailboxName({ label, role, lens }: Named): string {
  const names: Readonly<Record<string, string | undefined>> = strings.sidebar.places;
  return names[role ?? lens.kind] ?? label;
}
