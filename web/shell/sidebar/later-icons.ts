import { AlarmClock, BellRing, CalendarDays, type LucideIcon, Reply } from 'lucide-react';
import type { LaterList } from '../../data/lens.ts';

export const laterIcons: Record<LaterList, LucideIcon> = {
  snoozed: AlarmClock,
  'reply-later': Reply,
  reminders: BellRing,
  invites: CalendarDays,
};
