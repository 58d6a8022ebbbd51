import type { z } from 'zod';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { Handlers } from '../../handler-types.ts';
import { notificationsPausedUntil, saveNotificationPause } from '../../mail/notifications/pause.ts';
import { isQuietAt } from '../../mail/notifications/quiet-hours.ts';
import type { notificationsRequests } from './contract.ts';

type NotificationsDeps = {
  clock: Clock;
  config: LiveConfig;
  /** The IANA name of the time zone of the quiet hours, if it is not the machine's own. */
  zone?: string | undefined;
  /** A pause started or ended. */
  onPauseChange: () => void;
};

export function notificationsHandlers({
  clock,
  config,
  zone,
  onPauseChange,
}: NotificationsDeps): Handlers<typeof notificationsRequests> {
  const chimesReply = () => ({ kind: 'NotificationChimes' as const, config: config.current.notifications.chimes });
  const state = (paused_until: string | null) => ({
    paused_until,
    is_quiet: paused_until !== null || isQuietAt(config.current.notifications, clock.now().getTime(), zone),
  });
  return {
    chimes: chimesReply,
    setChimes(patch) {
      config.edit(editsOf(patch));
      return chimesReply();
    },
    get: (_input, { db }) => state(notificationsPausedUntil(db, instantOf(clock.now()))),
    pause({ until }, { db }) {
      if (until !== null && Date.parse(until) <= clock.now().getTime()) throw inThePast();
      saveNotificationPause(db, until);
      queueMicrotask(onPauseChange);
      return state(until);
    },
  };
}

/** The edits of a patch, in which `new-mail` is written as `new_mail`. */
function editsOf(patch: z.output<typeof notificationsRequests.setChimes.input>) {
  const settings = new Map<string, string | number | boolean>();
  for (const [spelled, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const name = spelled.replaceAll('-', '_');
    if (settings.has(name) && settings.get(name) !== value) throw spelledTwice(name);
    settings.set(name, value);
  }
  return [...settings].map(([name, value]) => ({ set: ['notifications', 'chimes', name], value }));
}

function spelledTwice(name: string): Failure {
  const message = `${name} and ${name.replaceAll('_', '-')} are the same event, and have two sounds here. Give it one. Nothing was changed.`;
  return new Failure('invalid', 'invalid_input', message);
}

function inThePast(): Failure {
  return new Failure('invalid', 'in_the_past', 'That time has passed. Give a later one, or null to end the pause.');
}
