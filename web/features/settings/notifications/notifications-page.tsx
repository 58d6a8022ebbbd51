import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../../design/feedback/skeleton.tsx';
import { useServices } from '../../../data/services.ts';
import { Section } from '../setting-group.tsx';
import settings from '../settings.module.css';
import { SettingsNav } from '../../../data/settings/settings-nav.tsx';
import { Page } from '../../../design/layout/page.tsx';
import { strings } from '../../../i18n/strings.ts';
import { ChimeSettings } from './chime-settings.tsx';
import { NotificationSettings, QuietHours } from './notification-settings.tsx';
import { PauseSetting } from './pause-setting.tsx';
import { chimesQuery, notificationSettingsQuery, quietQuery } from '../../../data/queries/notifications.ts';

const t = strings.sounds;

/** The settings of sounds and desktop notifications. */
export function NotificationsPage() {
  const { api } = useServices();
  const chimes = useQuery(chimesQuery(api));
  const notices = useQuery(notificationSettingsQuery(api));
  const quiet = useQuery({ ...quietQuery(api), refetchInterval: 30_000 });
  const error = chimes.error ?? notices.error ?? quiet.error;
  const retry = () => void Promise.all([chimes.refetch(), notices.refetch(), quiet.refetch()]);
  const isThere = chimes.data && notices.data && quiet.data;
  return (
    <Page title={t.title} hint={t.hint} more={<SettingsNav />}>
      {error && !isThere && <ErrorState error={error} onRetry={retry} />}
      {!error && !isThere && <Waiting />}
      {isThere && (
        <div className={settings['page']}>
          <NotificationSettings notices={notices.data} />
          <Section title={t.quiet}>
            <div className={settings['card']}>
              <QuietHours notices={notices.data} />
              <PauseSetting until={quiet.data.paused_until} now={new Date(quiet.dataUpdatedAt)} />
            </div>
          </Section>
          <ChimeSettings setting={chimes.data.config} />
        </div>
      )}
    </Page>
  );
}

function Waiting() {
  return (
    <Skeleton label={t.loading} className={settings['page']}>
      {[40, 60, 50, 30].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '18px 0' }} />
      ))}
    </Skeleton>
  );
}
