import { namesOf } from '../../../data/settings/setting-keys.ts';
import { plainName } from '../../../data/settings/setting-text.ts';
import { strings } from '../../../i18n/strings.ts';
import { Lines } from '../other-settings.tsx';
import { CollapsibleCard } from '../setting-group.tsx';
import { useSettings } from '../settings-context.ts';

const t = strings.assist;

/** These have a place of their own above. */
const shownAbove = new Set([
  'enabled',
  'base_url',
  'model',
  'api_key_env',
  'allow_cloud_relationship_data',
  'list_gists',
]);

/** The limits of the model, and the settings of each task that may use another one. */
export function MoreModelSettings() {
  const { known } = useSettings();
  const keys = [...known.keys()].filter((key) => key.startsWith('llm.') && !shownAbove.has(namesOf(key)[1] ?? ''));
  const tasks = Map.groupBy(keys, (key) => (namesOf(key)[1] === 'overrides' ? (namesOf(key)[2] ?? '') : ''));
  return (
    <CollapsibleCard id="llm" title={t.more} hint={t.moreHint}>
      {[...tasks].map(([task, members]) =>
        task === '' ? (
          <Lines key={task} keys={members} />
        ) : (
          <CollapsibleCard key={task} title={strings.settings.override({ feature: plainName(task).toLowerCase() })}>
            <Lines keys={members} />
          </CollapsibleCard>
        ),
      )}
    </CollapsibleCard>
  );
}
