import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { classes } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { EditableLabels } from '../../data/labels/label-editor.tsx';
import { useServices } from '../../data/services.ts';
import { SettingsNav } from '../../data/settings/settings-nav.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { desktopBridge } from '../../api/desktop.ts';
import { ImportMail } from '../import/import-mail.tsx';
import { SignaturesAndSnippets } from '../signatures-and-snippets/signatures-and-snippets.tsx';
import { About } from './about.tsx';
import { AppSettings } from './app/app-settings.tsx';
import { AiSettings } from './ai/ai-settings.tsx';
import { AgentProfiles } from './agent-profiles.tsx';
import { Backups } from './backups.tsx';
import { ConnectProgram } from './connect-program.tsx';
import { ExportMail } from './export-mail.tsx';
import { LocalPages } from './local-pages.tsx';
import { OtherSettings, UnlistedNotes } from './other-settings.tsx';
import { BlockedSenders } from './blocked-senders.tsx';
import { ImageSenders } from './image-senders.tsx';
import { keysInForce } from '../../data/settings/setting-keys.ts';
import { pageOf, type PageId, settingPages } from '../../data/settings/setting-pages.ts';
import { schemaQuery, settingsQuery, type Settings } from '../../data/queries/settings.ts';
import { Section, SettingGroup } from './setting-group.tsx';
import { useHashTarget } from './hash-target.ts';
import { SettingsContext } from './settings-context.ts';
import styles from './settings.module.css';
import { StoreFacts } from './storage-facts.tsx';
import { Tokens } from './tokens.tsx';
import { useAreListsLoading } from './use-are-lists-loading.ts';
import { useSettingEdits } from './use-setting-edits.ts';
import { Webhooks } from './webhooks.tsx';

const t = strings.settings;

/** A page of settings; the hash of its address scrolls to a setting or section. */
export function SettingsPage() {
  const { page: named } = useParams({ strict: false });
  const page = pageOf(named) ?? 'general';
  const { title, hint } = t.page[page];
  return (
    <Page title={title} hint={hint} more={<SettingsNav />}>
      <Loaded key={page} page={page} />
    </Page>
  );
}

function Loaded({ page }: { page: PageId }) {
  const { api } = useServices();
  const settings = useQuery(settingsQuery(api));
  const schema = useQuery(schemaQuery(api));
  const areListsLoading = useAreListsLoading(page);
  const change = useSettingEdits();
  const there = useMemo(() => {
    if (!settings.data || !schema.data) return undefined;
    const known = new Map(keysInForce(schema.data, settings.data.values).map((each) => [each.key, each]));
    return { settings: settings.data, known, change };
  }, [settings.data, schema.data, change]);
  useHashTarget(there !== undefined && !areListsLoading);
  const error = settings.error ?? schema.error;
  if (!there && error)
    return <ErrorState error={error} onRetry={() => void Promise.all([settings.refetch(), schema.refetch()])} />;
  if (!there || areListsLoading) return <Waiting />;
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
  const desktop = desktopBridge();
  switch (page) {
    case 'general': {
      const { updates, ...others } = groups;
      const general = Object.values(others);
      return (
        <>
          {general}
          <Section id="labels" title={t.part.labels} hint={t.part.labelsHint}>
            <div className={classes(styles['card'], styles['block'])}>
              <EditableLabels />
            </div>
          </Section>
          <Link to="/rules/{-$rule}" params={{ rule: undefined }} className={styles['link']}>
            {t.rulesLink}
          </Link>
          {desktop && <AppSettings bridge={desktop} updates={updates} />}
        </>
      );
    }
    case 'appearance':
    case 'reading':
      return Object.values(groups);
    case 'ai':
      return <AiSettings search={groups['semantic']} />;
    case 'writing':
      return (
        <>
          {Object.values(groups)}
          <SignaturesAndSnippets />
        </>
      );
    case 'privacy':
      return <Privacy groups={groups} />;
    case 'storage':
      return (
        <>
          <Backups />
          {groups['automatic_backups']}
          <ImportMail />
          <ExportMail />
          {groups['files']}
          <StoreFacts settings={settings} />
          <Link to="/analytics" className={styles['link']}>
            {t.storage.analytics}
          </Link>
        </>
      );
    case 'advanced':
      return <Advanced groups={groups} settings={settings} />;
  }
}

/** What is kept from others, and which programs may use the mail. */
function Privacy({ groups }: { groups: Readonly<Record<string, ReactNode>> }) {
  return (
    <>
      {groups['images']}
      <ImageSenders />
      {groups['screener']}
      <Link to="/screener" className={styles['link']}>
        {t.screenerLink}
      </Link>
      <BlockedSenders />
      {groups['links']}
      {groups['senders']}
      {groups['activity']}
      {groups['retention']}
      <Link to="/activity" className={styles['link']}>
        {t.activityLink}
      </Link>
      {groups['agents']}
      <AgentProfiles />
      <Tokens />
      <ConnectProgram />
      <Webhooks />
      <LocalPages />
      {groups['general']}
      {groups['scripts']}
    </>
  );
}

function Advanced({ groups, settings }: { groups: Readonly<Record<string, ReactNode>>; settings: Settings }) {
  return (
    <>
      <Section id="other" title={t.part.others} hint={t.part.othersHint}>
        <div className={styles['tables']}>
          {groups['network']}
          {groups['log']}
          <OtherSettings />
        </div>
      </Section>
      <UnlistedNotes />
      <About settings={settings} />
    </>
  );
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
