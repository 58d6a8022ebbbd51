import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { classes } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { EditableLabels } from '../../data/labels/label-editor.tsx';
import { useServices } from '../../data/services.ts';
import { SettingsNav } from '../../data/settings/settings-nav.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { About } from './about.tsx';
import { AgentProfiles } from './agent-profiles.tsx';
import { Backups } from './backups.tsx';
import { ExportMail } from './export-mail.tsx';
import { LocalPages } from './local-pages.tsx';
import { OtherSettings } from './other-settings.tsx';
import { BlockedSenders } from './blocked-senders.tsx';
import { ImageSenders } from './image-senders.tsx';
import { keysInForce } from '../../data/settings/setting-keys.ts';
import { pageOf, type PageId, settingPages } from '../../data/settings/setting-pages.ts';
import { schemaQuery, settingsQuery, type Settings } from '../../data/queries/settings.ts';
import { SettingGroup } from './setting-group.tsx';
import { focusSetting } from './setting-line.tsx';
import { SettingsContext } from './settings-context.ts';
import styles from './settings.module.css';
import { StoreFacts } from './storage-facts.tsx';
import { Tokens } from './tokens.tsx';
import { useSettingEdits } from './use-setting-edits.ts';

const t = strings.settings;

/** A page of settings; `#key` in its address scrolls to a setting. */
export function SettingsPage() {
  const { page: named } = useParams({ strict: false });
  const page = pageOf(named) ?? 'appearance';
  const { title, hint } = t.page[page];
  return (
    <Page title={title} hint={hint} more={<SettingsNav />}>
      <Loaded key={page} page={page} />
    </Page>
  );
}

function Loaded({ page }: { page: PageId }) {
  const { api } = useServices();
  const { hash } = useLocation();
  const settings = useQuery(settingsQuery(api));
  const schema = useQuery(schemaQuery(api));
  const change = useSettingEdits();
  const there = useMemo(() => {
    if (!settings.data || !schema.data) return undefined;
    const known = new Map(keysInForce(schema.data, settings.data.values).map((each) => [each.key, each]));
    return { settings: settings.data, known, change };
  }, [settings.data, schema.data, change]);
  const isThere = there !== undefined;
  useEffect(() => {
    if (isThere && hash) focusSetting(decodeURIComponent(hash));
  }, [isThere, hash]);
  const error = settings.error ?? schema.error;
  if (!there && error)
    return <ErrorState error={error} onRetry={() => void Promise.all([settings.refetch(), schema.refetch()])} />;
  if (!there) return <Waiting />;
  return (
    <SettingsContext value={there}>
      <div className={styles['page']}>
        {there.settings.trouble && <ConfigProblem problem={there.settings.trouble} />}
        <Body page={page} settings={there.settings} />
      </div>
    </SettingsContext>
  );
}

function Body({ page, settings }: { page: PageId; settings: Settings }): ReactNode {
  const groups = Object.fromEntries(
    settingPages[page].map((group) => [group.id, <SettingGroup key={group.id} group={group} />]),
  );
  switch (page) {
    case 'appearance':
    case 'finding':
      return Object.values(groups);
    case 'reading':
      return (
        <>
          {groups['reader']}
          {groups['images']}
          <ImageSenders />
          <BlockedSenders />
          {groups['activity']}
          {groups['retention']}
          <Link to="/activity" className={styles['link']}>
            {t.activityLink}
          </Link>
        </>
      );
    case 'writing':
      return (
        <>
          {Object.values(groups)}
          <Link to="/texts" className={styles['link']}>
            {t.textsLink}
          </Link>
        </>
      );
    case 'storage':
      return (
        <>
          <Backups />
          {groups['automatic_backups']}
          <ExportMail />
          {groups['files']}
          <StoreFacts settings={settings} />
          {groups['log']}
        </>
      );
    case 'access':
      return (
        <>
          <AgentProfiles />
          <Tokens />
          <LocalPages />
          {Object.values(groups)}
        </>
      );
    case 'labels':
      return (
        <div className={classes(styles['card'], styles['block'])}>
          <EditableLabels />
        </div>
      );
    case 'other':
      return <OtherSettings />;
    case 'about':
      return <About settings={settings} />;
  }
}

function ConfigProblem({ problem }: { problem: string }) {
  return (
    <div role="alert" className={styles['trouble']}>
      <p className={styles['name']}>{t.trouble}</p>
      <p>{problem}</p>
      <p className={styles['hint']}>{t.troubleHint}</p>
    </div>
  );
}

function Waiting() {
  return (
    <Skeleton label={t.loading} className={styles['page']}>
      {[40, 60, 50, 30].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '18px 0' }} />
      ))}
    </Skeleton>
  );
}
