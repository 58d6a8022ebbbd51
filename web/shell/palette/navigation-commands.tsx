import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import {
  Bookmark,
  CodeXml,
  Handshake,
  Inbox,
  LifeBuoy,
  type LucideIcon,
  Package,
  ShieldQuestionMark,
  Table2,
  Tag,
  UserRoundCheck,
} from 'lucide-react';
import { guides } from '../../features/help/guides.ts';
import { nestedLabels } from '../../data/labels/label-tree.ts';
import { labelsQuery } from '../../data/queries/labels.ts';
import { lensLink } from '../../data/lens-links.ts';
import { useServices } from '../../data/services.ts';
import { shellQuery } from '../../data/queries/mail.ts';
import { savedSearchesQuery } from '../../features/search/saved/queries.ts';
import { lensOf } from '../../features/search/saved/saved-search.ts';
import { useInboxes } from '../sidebar/account-inboxes.tsx';
import { laterIcons } from '../sidebar/later-icons.ts';
import type { SidebarLink } from '../../data/navigation/sidebar-item.tsx';
import { linkOf } from '../sidebar/item-link.ts';
import { mailboxIcons } from '../sidebar/mailbox-icons.ts';
import { mailboxName } from '../../data/navigation/mailbox-names.ts';
import { settingsPages, settingsParts } from '../../data/settings/settings-index.ts';
import { strings } from '../../i18n/strings.ts';
import type { PaletteCommand } from './palette-command.ts';

type NavigationCommand = { key: string; label: string; Icon: LucideIcon; link: SidebarLink };

const t = strings.palette;
const lists = ['snoozed', 'reply-later', 'reminders', 'invites'] as const;

/** Pages without an item in the sidebar. */
const pages = (): readonly NavigationCommand[] => [
  ...settingsPages().map(({ key, name, Icon, link }) => ({
    key: `settings:${key}`,
    label: t.goTo({ place: `${strings.settings.title}: ${name}` }),
    Icon,
    link,
  })),
  ...settingsParts()
    // Each guide of the help has its own command.
    .filter(({ key }) => key !== 'help')
    .map(({ key, name, Icon, link }) => ({ key, label: t.goTo({ place: name }), Icon, link })),
  {
    key: 'deliveries',
    label: t.goTo({ place: strings.deliveries.title }),
    Icon: Package,
    link: linkOptions({ to: '/deliveries', search: {} }),
  },
  {
    key: 'promises',
    label: t.goTo({ place: strings.promises.title }),
    Icon: Handshake,
    link: linkOptions({ to: '/promises', search: {} }),
  },
  {
    key: 'merge',
    label: t.goTo({ place: strings.merge.title }),
    Icon: Table2,
    link: linkOptions({ to: '/merge' }),
  },
  {
    key: 'screener',
    label: t.goTo({ place: strings.screener.title }),
    Icon: UserRoundCheck,
    link: linkOptions({ to: '/screener' }),
  },
  {
    key: 'approvals',
    label: t.goTo({ place: strings.approvals.title }),
    Icon: ShieldQuestionMark,
    link: linkOptions({ to: '/approvals', search: {} }),
  },
  ...guides.map((guide) => ({
    key: `help:${guide}`,
    label: t.goTo({ place: `${strings.help.title}: ${strings.help.names[guide]}` }),
    Icon: LifeBuoy,
    link: linkOptions({ to: '/help/{-$guide}', params: { guide: guide === 'people' ? undefined : guide } }),
  })),
  { key: 'docs', label: t.goTo({ place: strings.docs.title }), Icon: CodeXml, link: linkOptions({ to: '/docs' }) },
];

/** Every target of navigation: mailboxes, kept mail, pages, saved searches and labels. */
export function useNavigationCommands(): PaletteCommand[] {
  const navigate = useNavigate();
  const entries = [
    ...useMailboxes(),
    ...useAccountInboxes(),
    ...laterListCommands(),
    ...pages(),
    ...useSavedSearches(),
    ...useLabelCommands(),
  ];
  return entries.map(({ key, label: name, Icon, link }) => ({
    key: `place:${key}`,
    label: name,
    icon: <Icon />,
    run: () => void navigate(link),
  }));
}

function useSections() {
  const { api } = useServices();
  const { data } = useQuery(shellQuery(api));
  return data?.sidebar.sections ?? [];
}

function useMailboxes(): NavigationCommand[] {
  const items = useSections().find(({ id }) => id === 'system')?.items ?? [];
  return items.flatMap((item): NavigationCommand[] => {
    const link = linkOf(item);
    // These two are commands with keys.
    if (!link || item.lens.kind === 'inbox' || item.lens.kind === 'all_mail') return [];
    const Icon = mailboxIcons[item.role ?? item.lens.kind] ?? Tag;
    return [{ key: item.id, label: t.goTo({ place: mailboxName(item) }), Icon, link }];
  });
}

/** The inbox of each account, if there are several. */
function useAccountInboxes(): NavigationCommand[] {
  const inboxes = useInboxes() ?? [];
  if (inboxes.length < 2) return [];
  return inboxes.map(({ id, name }) => ({
    key: `inbox:${id}`,
    label: t.goTo({ place: strings.sidebar.inboxOf({ account: name }) }),
    Icon: Inbox,
    link: lensLink({ kind: 'inbox', account: id }),
  }));
}

function laterListCommands(): NavigationCommand[] {
  return lists.map((list) => ({
    key: list,
    label: t.goTo({ place: strings.later.places[list] }),
    Icon: laterIcons[list],
    link: lensLink({ kind: 'later', list }),
  }));
}

function useSavedSearches(): NavigationCommand[] {
  const { api } = useServices();
  const { data: searches = [] } = useQuery(savedSearchesQuery(api));
  return searches.map((search) => ({
    key: `saved:${search.id}`,
    label: t.saved({ name: search.name }),
    Icon: Bookmark,
    link: lensLink(lensOf(search)),
  }));
}

function useLabelCommands(): NavigationCommand[] {
  const { api } = useServices();
  const { data } = useQuery(labelsQuery(api));
  const items = useSections().find(({ id }) => id === 'labels')?.items ?? [];
  return nestedLabels(items, data?.labels ?? []).flatMap(({ item, record }): NavigationCommand[] => {
    const labelId = item.lens.labelId;
    if (!labelId) return [];
    const name = record?.full_name ?? item.label;
    return [
      { key: `label:${labelId}`, label: t.label({ name }), Icon: Tag, link: lensLink({ kind: 'label', labelId }) },
    ];
  });
}
