import { Archive, Bell, BookOpen, Clock, Inbox, ListTodo, type LucideIcon, MessageCircle } from 'lucide-react';
import type { RailEntry } from '../../data/queries/modes.ts';

/** The icons of Now, the modes and the inbox. */
export const railIcons: Record<RailEntry['id'], LucideIcon> = {
  now: Clock,
  messages: MessageCircle,
  todo: ListTodo,
  updates: Bell,
  reading: BookOpen,
  archive: Archive,
  inbox: Inbox,
};
