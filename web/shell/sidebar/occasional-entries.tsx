import { useQuery } from '@tanstack/react-query';
import { upcomingQuery } from '../../data/queries/invites.ts';
import { remindersQuery } from '../../data/queries/reminders.ts';
import { useServices } from '../../data/services.ts';
import { ApprovalsEntry } from './approvals-entry.tsx';
import { DeliveriesEntry } from './deliveries-entry.tsx';
import { LaterEntry } from './later-entry.tsx';
import { laterIcons } from './later-icons.ts';
import { PromisesEntry } from './promises-entry.tsx';
import { ScreenerEntry } from './screener-entry.tsx';

/** Entries that are shown if there is anything in them. They are fetched after the first paint. */
export function OccasionalEntries({ onGo }: { onGo: (() => void) | undefined }) {
  const { api } = useServices();
  const reminders = useQuery(remindersQuery(api)).data?.reminders ?? [];
  const events = useQuery(upcomingQuery(api)).data?.invites.length ?? 0;
  const waiting = reminders.filter(({ fired_at }) => fired_at === null).length;
  return (
    <>
      {reminders.length > 0 && <LaterEntry list="reminders" icon={laterIcons.reminders} count={waiting} onGo={onGo} />}
      {events > 0 && <LaterEntry list="invites" icon={laterIcons.invites} count={events} onGo={onGo} />}
      <DeliveriesEntry onGo={onGo} />
      <PromisesEntry onGo={onGo} />
      <ScreenerEntry onGo={onGo} />
      <ApprovalsEntry onGo={onGo} />
    </>
  );
}
