import { useQuery } from '@tanstack/react-query';
import { approvalsQuery } from '../../data/queries/approvals.ts';
import { commitmentsQuery } from '../../data/queries/commitments.ts';
import { deliveriesQuery } from '../../data/queries/deliveries.ts';
import { upcomingQuery } from '../../data/queries/invites.ts';
import { remindersQuery } from '../../data/queries/reminders.ts';
import { waitingCountQuery } from '../../data/queries/screener.ts';
import { useServices } from '../../data/services.ts';
import { useFirstLoad } from '../../data/use-first-load.ts';
import { ApprovalsEntry } from './approvals-entry.tsx';
import { DeliveriesEntry } from './deliveries-entry.tsx';
import { LaterEntry } from './later-entry.tsx';
import { laterIcons } from './later-icons.ts';
import { PromisesEntry } from './promises-entry.tsx';
import { ScreenerEntry } from './screener-entry.tsx';

/**
 * Entries that are shown if there is anything in them. They are fetched after the first paint, and appear together: an entry
 * that came later would move the others under the mouse.
 */
export function OccasionalEntries({ onGo }: { onGo: (() => void) | undefined }) {
  const { api } = useServices();
  const allReminders = useQuery(remindersQuery(api));
  const upcoming = useQuery(upcomingQuery(api));
  const ofEntries = [
    useQuery(deliveriesQuery(api, 'active')),
    useQuery(commitmentsQuery(api, { status: 'open' })),
    useQuery(waitingCountQuery(api)),
    useQuery(approvalsQuery(api)),
  ];
  if (useFirstLoad([allReminders, upcoming, ...ofEntries])) return null;
  const reminders = allReminders.data?.reminders ?? [];
  const events = upcoming.data?.invites.length ?? 0;
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
