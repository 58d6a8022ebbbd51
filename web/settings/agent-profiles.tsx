import { useQuery } from '@tanstack/react-query';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { ChoicesControl } from './controls.tsx';
import { tableOf } from './keys.ts';
import { Section } from './setting-group.tsx';
import { SettingLine, settingId } from './setting-line.tsx';
import styles from './settings.module.css';
import { useSettings } from './settings-context.ts';
import { list } from '../words/formats.ts';

const words = strings.settings.profiles;
const profiles = ['agent', 'mcp'] as const;
type Profile = (typeof profiles)[number];

/** What programs may do that act for the owner, each kind as far as it was let in. */
export function AgentProfiles() {
  return profiles.map((profile) => <AgentProfile key={profile} profile={profile} />);
}

function AgentProfile({ profile }: { profile: Profile }) {
  const { settings, change } = useSettings();
  const { title, hint } = words[profile];
  const table = tableOf(tableOf(settings.values['agents'])['profiles'])[profile];
  const key = (name: string) => `agents.profiles.${profile}.${name}`;
  const open = () => change({ key: key('safety_policy'), value: 'read-only', name: title });
  return (
    <Section title={title} hint={hint}>
      <div className={styles['card']}>
        {table === undefined ? (
          <div className={styles['entry']}>
            <div>
              <p className={styles['name']}>{words.closed}</p>
              <p className={styles['hint']}>{words.openHint}</p>
            </div>
            <Button aria-label={`${words.open}: ${title}`} onClick={() => void open()}>
              {words.open}
            </Button>
          </div>
        ) : (
          <>
            <Summary profile={tableOf(table)} />
            <ProfileAccounts settingKey={key('allowed_accounts')} given={textsIn(tableOf(table)['allowed_accounts'])} />
            <SettingLine settingKey={key('safety_policy')} />
            <SettingLine settingKey={key('allow_send')} />
            <SettingLine settingKey={key('allow_destructive')} />
            {tableOf(table)['allow_destructive'] === true && (
              <SettingLine settingKey={key('allowed_destructive_actions')} />
            )}
          </>
        )}
      </div>
    </Section>
  );
}

const mayWrite = ['draft-only', 'restricted', 'full'];
const maySend = ['restricted', 'full'];

/** What all of it comes to, in one sentence. */
function Summary({ profile }: { profile: Record<string, unknown> }) {
  const accounts = useAccountNames();
  const given = textsIn(profile['allowed_accounts']);
  const names = accounts.filter((account) => isGiven(account, given)).map(({ name }) => name);
  const policy = String(profile['safety_policy']);
  const what = [
    words.read,
    mayWrite.includes(policy) && words.draft,
    maySend.includes(policy) && profile['allow_send'] === true && words.send,
    policy === 'full' && profile['allow_destructive'] === true && words.change,
  ].filter((each) => each !== false);
  return (
    <p role="status" className={styles['block']}>
      {names.length === 0 ? words.sumNone : words.sum({ accounts: list(names), what: list(what) })}
    </p>
  );
}

/** Which accounts it may touch. The file names them by key, id or address: what is named otherwise than here is kept. */
function ProfileAccounts({ settingKey, given }: { settingKey: string; given: readonly string[] }) {
  const { change } = useSettings();
  const accounts = useAccountNames();
  const others = given.filter((each) => !accounts.some((account) => isGiven(account, [each])));
  const ticked = accounts.filter((account) => isGiven(account, given)).map(({ key }) => key);
  return (
    <div className={styles['line']}>
      <p className={styles['name']}>{words.accounts}</p>
      <div className={styles['below']}>
        <ChoicesControl
          id={settingId(settingKey)}
          name={words.accounts}
          value={ticked}
          options={accounts.map(({ key, name }) => ({ value: key, words: name }))}
          describedBy={undefined}
          isBad={false}
          onChange={(keys) => change({ key: settingKey, value: [...keys, ...others], name: words.accounts })}
        />
        {others.length > 0 && <p className={styles['hint']}>{words.others({ count: others.length })}</p>}
      </div>
    </div>
  );
}

type Named = { key: string; name: string; email: string; id: string };

export function useAccountNames(): Named[] {
  const { api } = useParts();
  const accounts = useQuery(accountsQuery(api)).data?.accounts ?? [];
  return accounts.flatMap(({ key, name, email, account_id }) =>
    key === null ? [] : [{ key, name, email: email ?? '', id: account_id }],
  );
}

function isGiven({ key, email, id }: Named, given: readonly string[]): boolean {
  const names = [key, email, id].map((each) => each.toLowerCase());
  return given.some((each) => names.includes(each.toLowerCase()));
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
