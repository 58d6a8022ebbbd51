import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { useParts } from '../parts.ts';
import { Section } from '../settings/setting-group.tsx';
import settings from '../settings/settings.module.css';
import { SettingsNav } from '../shell/settings-nav.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { ChimeSettings } from './chime-settings.tsx';
import { NoticeSettings, QuietHours } from './notice-settings.tsx';
import { PauseSetting } from './pause-setting.tsx';
import { chimesQuery, noticeSettingsQuery, quietQuery } from './queries.ts';

const words = strings.sounds;

/** What is heard, and what the desktop shows. */
export function SoundsPage() {
  const { api } = useParts();
  const chimes = useQuery(chimesQuery(api));
  const notices = useQuery(noticeSettingsQuery(api));
  const quiet = useQuery({ ...quietQuery(api), refetchInterval: 30_000 });
  const error = chimes.error ?? notices.error ?? quiet.error;
  const retry = () => void Promise.all([chimes.refetch(), notices.refetch(), quiet.refetch()]);
  const isThere = chimes.data && notices.data && quiet.data;
  return (
    <WidePage title={words.title} hint={words.hint} more={<SettingsNav />}>
      {error && !isThere && <ErrorPanel error={error} onRetry={retry} />}
      {!error && !isThere && <Waiting />}
      {isThere && (
        <div className={settings['page']}>
          <NoticeSettings notices={notices.data} />
          <Section title={words.quiet}>
            <div className={settings['card']}>
              <QuietHours notices={notices.data} />
              <PauseSetting until={quiet.data.paused_until} now={new Date(quiet.dataUpdatedAt)} />
            </div>
          </Section>
          <ChimeSettings setting={chimes.data.config} />
        </div>
      )}
    </WidePage>
  );
}

function Waiting() {
  return (
    <Skeleton label={words.loading} className={settings['page']}>
      {[40, 60, 50, 30].map((width) => (
        <Bone key={width} width={`${width}%`} style={{ margin: '18px 0' }} />
      ))}
    </Skeleton>
  );
}
