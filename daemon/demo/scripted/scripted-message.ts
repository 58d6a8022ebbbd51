import type { TextFormat, Person } from '../message.ts';
import type { Block } from '../generated/html-page.ts';
import type { folderIndex } from '../folders.ts';

/** One message written by hand. Paragraphs of `text` are separated by an empty line; `me` is the owner. */
export type ScriptedMessage = {
  /** Minutes before the anchor. */
  minutesAgo: number;
  from: Person | 'me';
  to?: Person[];
  cc?: Person[];
  subject: string;
  text: string;
  /** Scenes with the same name form one conversation, ordered by age. */
  thread?: string;
  folder?: keyof typeof folderIndex;
  unread?: boolean;
  starred?: boolean;
  answered?: boolean;
  format?: TextFormat;
  /** The page style, for messages sent by a machine. */
  page?: { colour: string; unsubscribe?: string; pixel?: string; blocks?: Block[] };
  list?: { tag: string; name: string; host: string };
  /** The start of the event in an invitation: days from the anchor's day, and the hour. */
  invite?: { days: number; hour: number; minutes: number; place: string };
  attachments?: ScriptedAttachment[];
  automatic?: boolean;
  offset?: number;
};

export type ScriptedAttachment =
  | { kind: 'paper'; title: string; lines: string[] }
  | { kind: 'scan'; title: string; kilobytes: number }
  | { kind: 'picture'; number: number; inline?: boolean }
  | { kind: 'photograph'; kilobytes: number }
  | { kind: 'table'; name: string; rows: string[][] };

export const person = (name: string, email: string): Person => ({ name, email });
