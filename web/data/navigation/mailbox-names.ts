import { strings } from '../../i18n/strings.ts';

type Named = { label: string; role: string | null; lens: { kind: string } };

/** The name of a mailbox in the sidebar. Labels have the names that the user gave them. */
export function mailboxName({ label, role, lens }: Named): string {
  const names: Readonly<Record<string, string | undefined>> = strings.sidebar.places;
  return names[role ?? lens.kind] ?? label;
}
