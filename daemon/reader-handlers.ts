import type { Clock } from './base/clock.ts';
import type { Contract } from './contract.ts';
import { activityReaders } from './features/activity/readers.ts';
import { adminReaders } from './features/admin/handlers.ts';
import { invitesReaders } from './features/invites/handlers.ts';
import { mergeReaders } from './features/merge/preview.ts';
import { messagesReaders } from './features/messages/handlers.ts';
import { peopleReaders } from './features/people/handlers.ts';
import { savedSearchesReaders } from './features/saved-searches/readers.ts';
import { searchReaders, type SearchSettings } from './features/search/handlers.ts';
import { subscriptionsReaders } from './features/subscriptions/handlers.ts';
import { threadsReaders } from './features/threads/handlers.ts';
import type { ReaderHandlers } from './handler-types.ts';
import type { ReadDb } from './store/db.ts';

/** Every feature that has a row with `runs: 'reader'`. */
type AllReaders = {
  [
    Feature in keyof Contract as keyof ReaderHandlers<Contract[Feature]> extends never ? never : Feature
  ]: ReaderHandlers<Contract[Feature]>;
};

export type ReaderDeps = {
  clock: Clock;
  zone: string | undefined;
  blobs: string;
  /** Where events are recorded. */
  activity: ReadDb;
  logFile: string | undefined;
  settings: () => SearchSettings;
};

/** The handlers that run in a reader worker. They are given nothing that writes. */
export function createReaderHandlers({ clock, zone, blobs, activity, logFile, settings }: ReaderDeps): AllReaders {
  const search = searchReaders({ clock, zone, blobs, settings });
  return {
    activity: activityReaders({ activity, zone, clock }),
    admin: adminReaders({ activity, logFile }),
    invites: invitesReaders({ clock }),
    merge: mergeReaders(),
    messages: messagesReaders({ blobs }),
    people: peopleReaders({ clock, zone }),
    savedSearches: savedSearchesReaders({ find: (request, call) => search.find(request, call) }),
    search,
    subscriptions: subscriptionsReaders(),
    threads: threadsReaders({ clock, zone, blobs }),
  };
}
