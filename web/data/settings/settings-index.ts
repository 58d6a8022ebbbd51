import { linkOptions } from '@tanstack/react-router';
import {
  AlarmClock,
  AtSign,
  Bell,
  BookOpen,
  Bot,
  ChartColumn,
  FileInput,
  FileOutput,
  HardDrive,
  Info,
  Keyboard,
  LifeBuoy,
  ListFilter,
  type LucideIcon,
  MonitorCog,
  Palmtree,
  PenLine,
  ScrollText,
  Search,
  Settings2,
  ShieldCheck,
  Signature,
  SlidersHorizontal,
  Sparkles,
  Stethoscope,
  SunMoon,
  Tag,
} from 'lucide-react';
import { desktopBridge } from '../../api/desktop.ts';
import { strings } from '../../i18n/strings.ts';
import type { SidebarLink } from '../navigation/sidebar-item.tsx';
import type { PageId } from './setting-pages.ts';

const t = strings.settings;

/** A page of settings, or a part that the search for settings and the palette list by its own name. */
export type Destination = {
  key: keyof typeof t.lookedFor;
  name: string;
  Icon: LucideIcon;
  link: SidebarLink;
};

/** A page of the settings. `tools` are the pages outside of the settings that it leads to. */
export type SettingsPageRow = Destination & { tools?: readonly string[] };

const settingsLink = (page: PageId, hash?: string) =>
  linkOptions({ to: '/settings/{-$page}', params: { page }, ...(hash !== undefined && { hash }) });

function page(key: PageId, Icon: LucideIcon, tools?: readonly string[]): SettingsPageRow {
  return { key, name: t.page[key].title, Icon, link: settingsLink(key), ...(tools && { tools }) };
}

/** The pages of settings, in order. A new page is one row. */
export function settingsPages(): SettingsPageRow[] {
  return [
    page('general', Settings2, ['/rules']),
    page('appearance', SunMoon),
    { key: 'accounts', name: strings.accounts.title, Icon: AtSign, link: linkOptions({ to: '/accounts' }) },
    page('reading', BookOpen),
    page('writing', PenLine),
    { key: 'sounds', name: strings.sounds.title, Icon: Bell, link: linkOptions({ to: '/sounds' }) },
    { key: 'keys', name: strings.keys.title, Icon: Keyboard, link: linkOptions({ to: '/keys' }) },
    page('privacy', ShieldCheck, ['/activity']),
    page('ai', Sparkles),
    page('storage', HardDrive, ['/analytics']),
    page('advanced', SlidersHorizontal, ['/diagnostics', '/help']),
  ];
}

/** Sections of these pages and the tools that they lead to. */
export function settingsParts(): Destination[] {
  const app: Destination = {
    key: 'app',
    name: strings.app.title,
    Icon: MonitorCog,
    link: settingsLink('general', 'app'),
  };
  return [
    { key: 'labels', name: t.part.labels, Icon: Tag, link: settingsLink('general', 'labels') },
    { key: 'snooze', name: t.group.snooze, Icon: AlarmClock, link: settingsLink('general', 'snooze') },
    { key: 'search', name: t.group.search, Icon: Search, link: settingsLink('general', 'search') },
    ...(desktopBridge() ? [app] : []),
    {
      key: 'serverFilters',
      name: strings.serverFilters.title,
      Icon: Palmtree,
      link: linkOptions({ to: '/accounts', hash: 'filters' }),
    },
    {
      key: 'rules',
      name: strings.rules.title,
      Icon: ListFilter,
      link: linkOptions({ to: '/rules/{-$rule}', params: { rule: undefined } }),
    },
    { key: 'texts', name: strings.texts.title, Icon: Signature, link: settingsLink('writing', 'signatures') },
    { key: 'access', name: t.part.access, Icon: Bot, link: settingsLink('privacy', 'access') },
    { key: 'activity', name: strings.activity.title, Icon: ScrollText, link: linkOptions({ to: '/activity' }) },
    { key: 'analytics', name: strings.analytics.title, Icon: ChartColumn, link: linkOptions({ to: '/analytics' }) },
    { key: 'backups', name: t.backups.title, Icon: HardDrive, link: settingsLink('storage', 'backups') },
    { key: 'stored', name: t.storage.where, Icon: HardDrive, link: settingsLink('storage', 'stored') },
    { key: 'import', name: strings.import.title, Icon: FileInput, link: settingsLink('storage', 'import') },
    { key: 'export', name: strings.exports.mailboxes.title, Icon: FileOutput, link: settingsLink('storage', 'export') },
    {
      key: 'diagnostics',
      name: strings.diagnostics.title,
      Icon: Stethoscope,
      link: linkOptions({ to: '/diagnostics' }),
    },
    {
      key: 'help',
      name: strings.help.title,
      Icon: LifeBuoy,
      link: linkOptions({ to: '/help/{-$guide}', params: { guide: undefined } }),
    },
    { key: 'about', name: t.part.about, Icon: Info, link: settingsLink('advanced', 'about') },
  ];
}
