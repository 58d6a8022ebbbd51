import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import {
  AtSign,
  Bell,
  Bookmark,
  CodeXml,
  FileInput,
  Keyboard,
  LifeBuoy,
  type LucideIcon,
  MonitorCog,
  ScrollText,
  Settings2,
  Signature,
  Stethoscope,
  Table2,
  Tag,
} from 'lucide-react';
import { desktopBridge } from '../desktop.ts';
import { guides } from '../help/guides.ts';
import { nestedLabels } from '../labels/label-tree.ts';
import { labelsQuery } from '../labels/queries.ts';
import { lensLink } from '../lens-paths.ts';
import { useParts } from '../parts.ts';
import { shellQuery } from '../queries.ts';
import { savedSearchesQuery } from '../saved-searches/queries.ts';
import { lensOf } from '../saved-searches/saved-search.ts';
import { laterIcons } from '../shell/later-section.tsx';
import type { SidebarLink } from '../shell/sidebar-item.tsx';
import { linkOf } from '../shell/item-link.ts';
import { placeIcons } from '../shell/mailboxes-section.tsx';
import { placeName } from '../shell/place-names.ts';
import { strings } from '../strings.ts';
import type { Command } from './commands.tsx';

type PlaceCommand = { key: string; words: string; Icon: LucideIcon; link: SidebarLink };

const words = strings.palette;
const lists = ['snoozed', 'reply-later', 'reminders', 'invites'] as const;

const settingsPages = [
  'appearance',
  'reading',
  'writing',
  'labels',
  'finding',
  'storage',
  'access',
  'other',
  'about',
] as const;

/** Pages that are not in the lists of the sidebar. */
const pages = (): readonly PlaceCommand[] => [
  {
    key: 'accounts',
    words: words.goTo({ place: strings.accounts.title }),
    Icon: AtSign,
    link: linkOptions({ to: '/accounts' }),
  },
  {
    key: 'sounds',
    words: words.goTo({ place: strings.sounds.title }),
    Icon: Bell,
    link: linkOptions({ to: '/sounds' }),
  },
  { key: 'keys', words: words.goTo({ place: strings.keys.title }), Icon: Keyboard, link: linkOptions({ to: '/keys' }) },
  ...settingsPages.map((page) => ({
    key: `settings:${page}`,
    words: words.goTo({ place: `${strings.settings.title}: ${strings.settings.page[page].title}` }),
    Icon: Settings2,
    link: linkOptions({ to: '/settings/{-$page}', params: { page } }),
  })),
  {
    key: 'texts',
    words: words.goTo({ place: strings.texts.title }),
    Icon: Signature,
    link: linkOptions({ to: '/texts' }),
  },
  {
    key: 'import',
    words: words.goTo({ place: strings.import.title }),
    Icon: FileInput,
    link: linkOptions({ to: '/settings/import' }),
  },
  {
    key: 'merge',
    words: words.goTo({ place: strings.merge.title }),
    Icon: Table2,
    link: linkOptions({ to: '/merge' }),
  },
  {
    key: 'activity',
    words: words.goTo({ place: strings.activity.title }),
    Icon: ScrollText,
    link: linkOptions({ to: '/activity' }),
  },
  {
    key: 'diagnostics',
    words: words.goTo({ place: strings.diagnostics.title }),
    Icon: Stethoscope,
    link: linkOptions({ to: '/diagnostics' }),
  },
  ...guides.map((guide) => ({
    key: `help:${guide}`,
    words: words.goTo({ place: `${strings.help.title}: ${strings.help.names[guide]}` }),
    Icon: LifeBuoy,
    link: linkOptions({ to: '/help/{-$guide}', params: { guide: guide === 'people' ? undefined : guide } }),
  })),
  { key: 'docs', words: words.goTo({ place: strings.docs.title }), Icon: CodeXml, link: linkOptions({ to: '/docs' }) },
];

const appPage = (): PlaceCommand => ({
  key: 'app',
  words: words.goTo({ place: strings.app.title }),
  Icon: MonitorCog,
  link: linkOptions({ to: '/app' }),
});

/** Everywhere one can go: mailboxes, what is kept for later, pages, saved searches and labels. */
export function usePlaceCommands(): Command[] {
  const navigate = useNavigate();
  const desktop = desktopBridge() ? [appPage()] : [];
  const places = [
    ...useMailboxes(),
    ...laterPlaces(),
    ...pages(),
    ...desktop,
    ...useSavedSearches(),
    ...useLabelPlaces(),
  ];
  return places.map(({ key, words: name, Icon, link }) => ({
    key: `place:${key}`,
    words: name,
    mark: <Icon />,
    run: () => void navigate(link),
  }));
}

function useSections() {
  const { api } = useParts();
  const { data } = useQuery(shellQuery(api));
  return data?.sidebar.sections ?? [];
}

function useMailboxes(): PlaceCommand[] {
  const items = useSections().find(({ id }) => id === 'system')?.items ?? [];
  return items.flatMap((item): PlaceCommand[] => {
    const link = linkOf(item);
    // These two have acts, with keys.
    if (!link || item.lens.kind === 'inbox' || item.lens.kind === 'all_mail') return [];
    const Icon = placeIcons[item.role ?? item.lens.kind] ?? Tag;
    return [{ key: item.id, words: words.goTo({ place: placeName(item) }), Icon, link }];
  });
}

function laterPlaces(): PlaceCommand[] {
  return lists.map((list) => ({
    key: list,
    words: words.goTo({ place: strings.later.places[list] }),
    Icon: laterIcons[list],
    link: lensLink({ kind: 'later', list }),
  }));
}

function useSavedSearches(): PlaceCommand[] {
  const { api } = useParts();
  const { data: searches = [] } = useQuery(savedSearchesQuery(api));
  return searches.map((search) => ({
    key: `saved:${search.id}`,
    words: words.saved({ name: search.name }),
    Icon: Bookmark,
    link: lensLink(lensOf(search)),
  }));
}

function useLabelPlaces(): PlaceCommand[] {
  const { api } = useParts();
  const { data } = useQuery(labelsQuery(api));
  const items = useSections().find(({ id }) => id === 'labels')?.items ?? [];
  return nestedLabels(items, data?.labels ?? []).flatMap(({ item, record }): PlaceCommand[] => {
    const labelId = item.lens.labelId;
    if (!labelId) return [];
    const name = record?.full_name ?? item.label;
    return [
      { key: `label:${labelId}`, words: words.label({ name }), Icon: Tag, link: lensLink({ kind: 'label', labelId }) },
    ];
  });
}
