import { linkOptions } from '@tanstack/react-router';
import {
  AlarmClock,
  AtSign,
  Bell,
  Bot,
  FileInput,
  HardDrive,
  Info,
  Keyboard,
  LifeBuoy,
  type LucideIcon,
  MonitorCog,
  Palmtree,
  PenLine,
  ScrollText,
  Signature,
  SlidersHorizontal,
  Stethoscope,
  SunMoon,
  Tag,
  VenetianMask,
} from 'lucide-react';
import { desktopBridge } from '../../api/desktop.ts';
import { strings } from '../../i18n/strings.ts';
import type { PageId } from './setting-pages.ts';

const t = strings.settings;

/** A page of settings or maintenance. */
export type Destination = {
  key: string;
  name: string;
  /** Other search terms for the page. */
  about: string;
  Icon: LucideIcon;
  link: ReturnType<typeof linkOptions<{ to: string }>>;
};

const icons: Record<PageId, LucideIcon> = {
  appearance: SunMoon,
  reading: VenetianMask,
  writing: PenLine,
  labels: Tag,
  finding: AlarmClock,
  storage: HardDrive,
  access: Bot,
  other: SlidersHorizontal,
  about: Info,
};

function settingsPage(page: PageId): Destination {
  return {
    key: page,
    name: t.page[page].title,
    about: t.lookedFor[page],
    Icon: icons[page],
    link: linkOptions({ to: '/settings/{-$page}', params: { page } }),
  };
}

/** Every page of settings in its group: mail, this program, and rarely needed settings. */
export function destinations(): { key: string; members: Destination[] }[] {
  const page = (key: string, name: string, about: string, Icon: LucideIcon, to: string): Destination => ({
    key,
    name,
    about,
    Icon,
    link: linkOptions({ to }),
  });
  const { lookedFor } = t;
  const app = page('app', strings.app.title, lookedFor.app, MonitorCog, '/app');
  return [
    {
      key: 'mail',
      members: [
        page('accounts', strings.accounts.title, lookedFor.accounts, AtSign, '/accounts'),
        settingsPage('writing'),
        page('texts', strings.texts.title, lookedFor.texts, Signature, '/texts'),
        page('serverFilters', strings.serverFilters.title, lookedFor.serverFilters, Palmtree, '/settings/filters'),
        settingsPage('labels'),
        settingsPage('finding'),
        page('import', strings.import.title, lookedFor.import, FileInput, '/settings/import'),
      ],
    },
    {
      key: 'program',
      members: [
        settingsPage('appearance'),
        settingsPage('reading'),
        page('sounds', strings.sounds.title, lookedFor.sounds, Bell, '/sounds'),
        page('keys', strings.keys.title, lookedFor.keys, Keyboard, '/keys'),
        ...(desktopBridge() ? [app] : []),
      ],
    },
    {
      key: 'seldom',
      members: [
        settingsPage('storage'),
        settingsPage('access'),
        page('activity', strings.activity.title, lookedFor.activity, ScrollText, '/activity'),
        page('diagnostics', strings.diagnostics.title, lookedFor.diagnostics, Stethoscope, '/diagnostics'),
        page('help', strings.help.title, lookedFor.help, LifeBuoy, '/help'),
        settingsPage('other'),
        settingsPage('about'),
      ],
    },
  ];
}
