import type { Manner, Person } from '../letter.ts';
import type { Block } from '../bulk/page.ts';
import type { slot } from '../folders.ts';

/** One message written by hand. Paragraphs of `text` are parted by an empty line; `me` is the owner. */
export type Scene = {
  /** Minutes before the anchor. */
  ago: number;
  from: Person | 'me';
  to?: Person[];
  cc?: Person[];
  subject: string;
  text: string;
  /** Scenes with the same word are one conversation, by age. */
  thread?: string;
  folder?: keyof typeof slot;
  unread?: boolean;
  starred?: boolean;
  answered?: boolean;
  manner?: Manner;
  /** Written by a machine: how its page looks. */
  page?: { colour: string; unsubscribe?: string; pixel?: string; blocks?: Block[] };
  list?: { tag: string; name: string; host: string };
  /** Days from the anchor's day, and the hour, at which what one is invited to begins. */
  invite?: { days: number; hour: number; minutes: number; place: string };
  enclosed?: Enclosed[];
  automatic?: boolean;
  offset?: number;
};

export type Enclosed =
  | { kind: 'paper'; title: string; lines: string[] }
  | { kind: 'scan'; title: string; kilobytes: number }
  | { kind: 'picture'; number: number; inline?: boolean }
  | { kind: 'photograph'; kilobytes: number }
  | { kind: 'table'; name: string; rows: string[][] };

export const person = (name: string, email: string): Person => ({ name, email });
