import { useQuery } from '@tanstack/react-query';
import { Button, classes } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { ChoicesControl } from './controls.tsx';
import { tableOf } from '../../data/settings/setting-keys.ts';
import type { Settings } from '../../data/queries/settings.ts';
import { Section } from './setting-group.tsx';
import { settingId } from './hash-target.ts';
import { SettingLine } from './setting-line.tsx';
import styles from './settings.module.css';
import { useSettings } from './settings-context.ts';
import { formatList } from '../../i18n/formats.ts';

const t = strings.settings.profiles;
const profiles = ['agent', 'mcp'] as const;
type Profile = (typeof profiles)[number];

/** The permissions of agents, by profile. */
export function AgentProfiles() {
  return profiles.map((profile) => <AgentProfile key={profile} profile={profile} />);
}

function AgentProfile({ profile }: { profile: Profile }) {
  const { settings, change } = useSettings();
  const { title, hint } = t[profile];
  const table = tableOf(tableOf(settings.values['agents'])['profiles'])[profile];
  const key = (name: string) => `agents.profiles.${profile}.${name}`;
  const mistakes = settings.notes.filter(
    (note) => note.severity === 'error' && `${note.key}.`.startsWith(`agents.profiles.${profile}.`),
  );
  const open = () => change({ key: key('safety_policy'), value: 'read-only', name: title });
  return (
    <Section id={profile === 'agent' ? 'access' : undefined} title={title} hint={hint}>
      <div className={styles['card']}>
        {mistakes.length > 0 && <Mistakes notes={mistakes} />}
        {table === undefined ? (
          <div className={styles['entry']}>
            <div>
              <p className={styles['name']}>{t.closed}</p>
              {mistakes.length === 0 && <p className={styles['hint']}>{t.openHint}</p>}
            </div>
            {mistakes.length === 0 && (
              <Button aria-label={`${t.open}: ${title}`} onClick={() => void open()}>
                {t.open}
              </Button>
            )}
          </div>
        ) : (
          <>
            <Summary profile={tableOf(table)} />
            {isUnlimited(tableOf(table)) && (
              <p role="note" className={classes(styles['block'], styles['fault'])}>
                {t.noActionLimit}
              </p>
            )}
            <ProfileAccounts
              settingKey={key('allowed_accounts')}
              granted={textsIn(tableOf(table)['allowed_accounts'])}
            />
            <SettingLine settingKey={key('safety_policy')} />
            <SettingLine settingKey={key('allow_send')} />
            <SettingLine settingKey={key('allow_destructive')} />
            {tableOf(table)['allow_destructive'] === true && (
              <SettingLine settingKey={key('allowed_destructive_actions')} />
            )}
            <SettingLine settingKey={key('approve')} />
          </>
        )}
      </div>
    </Section>
  );
}

/** The mistakes in config.toml because of which the profile is not in force. */
function Mistakes({ notes }: { notes: Settings['notes'] }) {
  return (
    <div role="alert" className={styles['block']}>
      <p className={styles['fault']}>{t.mistake}</p>
      <ul>
        {notes.map(({ line, message }) => (
          <li key={message} className={styles['hint']}>
            {strings.settings.configNote({ line, message })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether the profile may take every action that takes mail away: an empty list sets no limit. */
function isUnlimited(profile: Record<string, unknown>): boolean {
  return (
    profile['safety_policy'] === 'full' &&
    profile['allow_destructive'] === true &&
    textsIn(profile['allowed_destructive_actions']).length === 0
  );
}

const mayWrite = ['draft-only', 'restricted', 'full'];
const maySend = ['restricted', 'full'];

/** A summary of the permissions in one sentence. */
function Summary({ profile }: { profile: Record<string, unknown> }) {
  const accounts = useAccountNames();
  const grantedAccounts = textsIn(profile['allowed_accounts']);
  const names = accounts.filter((account) => isGranted(account, grantedAccounts)).map(({ name }) => name);
  const policy = String(profile['safety_policy']);
  const what = [
    t.read,
    mayWrite.includes(policy) && t.draft,
    maySend.includes(policy) && profile['allow_send'] === true && t.send,
    policy === 'full' && profile['allow_destructive'] === true && t.change,
  ].filter((each) => each !== false);
  return (
    <p role="status" className={styles['block']}>
      {names.length === 0 ? t.sumNone : t.sum({ accounts: formatList(names), what: formatList(what) })}{' '}
      {profile['approve'] === true && names.length > 0 && t.asksFirst}
    </p>
  );
}

/** The accounts that a profile may access. The file names accounts by key, id or address: a name in another form is kept. */
function ProfileAccounts({ settingKey, granted }: { settingKey: string; granted: readonly string[] }) {
  const { change } = useSettings();
  const accounts = useAccountNames();
  const others = granted.filter((each) => !accounts.some((account) => isGranted(account, [each])));
  const ticked = accounts.filter((account) => isGranted(account, granted)).map(({ key }) => key);
  return (
    <div className={styles['line']}>
      <p className={styles['name']}>{t.accounts}</p>
      <div className={styles['below']}>
        <ChoicesControl
          id={settingId(settingKey)}
          name={t.accounts}
          value={ticked}
          options={accounts.map(({ key, name }) => ({ value: key, label: name }))}
          describedBy={undefined}
          isBad={false}
          onChange={(keys) => change({ key: settingKey, value: [...keys, ...others], name: t.accounts })}
        />
        {others.length > 0 && <p className={styles['hint']}>{t.others({ count: others.length })}</p>}
      </div>
    </div>
  );
}

type AccountName = { key: string; name: string; email: string; id: string };

export function useAccountNames(): AccountName[] {
  const { api } = useServices();
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  return accounts.flatMap(({ key, name, email, account_id }) =>
    key === null ? [] : [{ key, name, email: email ?? '', id: account_id }],
  );
}

function isGranted({ key, email, id }: AccountName, granted: readonly string[]): boolean {
  const names = [key, email, id].map((each) => each.toLowerCase());
  return granted.some((each) => names.includes(each.toLowerCase()));
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
