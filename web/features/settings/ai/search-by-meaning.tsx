import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, classes } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/form-field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { ErrorState } from '../../../design/feedback/empty-state.tsx';
import { canSearchByMeaning, semanticStatusQuery, type SemanticProfile } from '../../../data/queries/semantic.ts';
import { useServices } from '../../../data/services.ts';
import { useAction } from '../../../data/use-action.ts';
import { formatSize } from '../../../i18n/formats.ts';
import { strings } from '../../../i18n/strings.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Section } from '../setting-group.tsx';
import styles from '../settings.module.css';
import ai from './ai.module.css';

const t = strings.settings.byMeaning;

/** The models for searching by meaning: download, progress and choice. Nothing is fetched before the user agrees. `children` are its settings. */
export function SearchByMeaning({ children }: { children: ReactNode }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(semanticStatusQuery(api));
  const { runAction } = useAction({ affects: ['semantic', 'settings', 'jobs'] });
  return (
    <>
      <Section id="by-meaning" title={t.title} hint={t.hint}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && (
          <ul className={styles['card']}>
            {data.profiles.map((profile) => (
              <ModelRow
                key={profile.id}
                profile={profile}
                isWanted={data.enabled && profile.id === data.wanted_profile}
                isUsed={data.enabled && profile.id === data.active_profile && profile.activated_at !== null}
              />
            ))}
          </ul>
        )}
        {data && canSearchByMeaning(data) && (
          <div className={styles['buttons']}>
            <Button onClick={() => void runAction(() => api.semantic.reindex({}), t.notDone)}>{t.again}</Button>
          </div>
        )}
        {data && <InstallFromFolder profiles={data.profiles} />}
      </Section>
      {children}
    </>
  );
}

type ModelRowProps = { profile: SemanticProfile; isWanted: boolean; isUsed: boolean };

function ModelRow({ profile, isWanted, isUsed }: ModelRowProps) {
  const { api } = useServices();
  const { runAction } = useAction({ affects: ['semantic', 'settings', 'jobs'] });
  const [isAsking, setIsAsking] = useState(false);
  const { id, is_installed, is_downloading, is_paused, download_bytes } = profile;
  const name = t.models[id];
  const size = formatSize(download_bytes);

  /** The first model that is installed is also the one that is used. */
  async function download(isConfirmed: boolean): Promise<void> {
    setIsAsking(false);
    if (isConfirmed) await runAction(() => api.semantic.install({ profile: id }), t.notDone);
  }

  return (
    <li className={styles['entry']}>
      <div>
        <p className={styles['name']}>{name}</p>
        <p className={styles['hint']} role="status">
          {stateOf({ profile, isWanted, isUsed })}
        </p>
      </div>
      {!is_installed && !is_downloading && (
        <Button aria-label={t.downloadOf({ name })} onClick={() => setIsAsking(true)}>
          {t.download({ size })}
        </Button>
      )}
      {is_installed && !isWanted && (
        <Button
          aria-label={t.chooseOf({ name })}
          onClick={() => void runAction(() => api.semantic.use({ profile: id }), t.notDone)}
        >
          {t.choose}
        </Button>
      )}
      {is_installed && isWanted && is_paused && (
        <Button onClick={() => void runAction(() => api.semantic.backfill({}), t.notDone)}>{t.continue}</Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t.askTitle}
          question={t.ask({ name, size })}
          yes={t.download({ size })}
          onAnswer={(isConfirmed) => void download(isConfirmed)}
        />
      )}
    </li>
  );
}

function stateOf({ profile, isWanted, isUsed }: ModelRowProps): string {
  const {
    is_installed,
    is_downloading,
    is_paused,
    last_error,
    progress_completed: some,
    progress_total: all,
  } = profile;
  if (is_downloading) return t.downloading({ some: formatSize(some), all: formatSize(all) });
  if (last_error !== null) return t.failed({ reason: last_error });
  if (!is_installed) return t.notInstalled;
  if (!isWanted) return isUsed ? t.usedUntilThen : t.installed;
  if (is_paused) return t.paused({ some, all });
  return some < all ? t.preparing({ some, all }) : t.ready;
}

/** For computers without a network: the files come from a folder. */
function InstallFromFolder({ profiles }: { profiles: readonly SemanticProfile[] }) {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['semantic'] });
  const [folder, setFolder] = useState('');
  const [profile, setProfile] = useState(profiles[0]?.id ?? 'bge-small-en-v1.5');
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const isDone = await runAction(() => api.semantic.installFrom({ profile, folder }), t.notDone);
    if (isDone) toasts.show({ tone: 'plain', text: t.isInstalled });
  }
  return (
    <details className={styles['table']}>
      <summary>
        <span className={styles['tableName']}>{t.fromFolder}</span>
      </summary>
      <form className={classes(styles['block'], ai['folder'])} onSubmit={(event) => void submit(event)}>
        <label>
          <span className={styles['name']}>{t.model}</span>{' '}
          <Select
            className={ai['model']}
            value={profile}
            onChange={({ target }) => setProfile(profiles.find(({ id }) => id === target.value)?.id ?? profile)}
          >
            {profiles.map(({ id }) => (
              <option key={id} value={id}>
                {t.models[id]}
              </option>
            ))}
          </Select>
        </label>
        <Field
          label={t.folder}
          hint={t.folderHint}
          value={folder}
          maxLength={4_000}
          onChange={({ target }) => setFolder(target.value)}
        />
        <div className={styles['buttons']}>
          <Button type="submit" disabled={folder === ''}>
            {t.install}
          </Button>
        </div>
      </form>
    </details>
  );
}
