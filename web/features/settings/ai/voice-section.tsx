import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, classes } from '../../../design/controls/button.tsx';
import type { Reply } from '../../../api/client.ts';
import { accountsQuery } from '../../../data/queries/mail.ts';
import { voiceQuery } from '../../../data/queries/llm.ts';
import { useServices } from '../../../data/services.ts';
import { useAction } from '../../../data/use-action.ts';
import { strings } from '../../../i18n/strings.ts';
import { Section } from '../setting-group.tsx';
import settings from '../settings.module.css';

const t = strings.assist.voice;

type Account = Reply<'accounts', 'list'>['accounts'][number];
type Profile = NonNullable<Reply<'voice', 'get'>['profile']>;

/** How the user writes in each account, and a button that measures it. */
export function VoiceSection() {
  const { api } = useServices();
  const { data } = useQuery(accountsQuery(api));
  if (!data || data.accounts.length === 0) return null;
  return (
    <Section id="voice" title={t.title} hint={t.hint}>
      <ul className={settings['card']}>
        {data.accounts.map((account) => (
          <AccountVoice key={account.account_id} account={account} />
        ))}
      </ul>
    </Section>
  );
}

function AccountVoice({ account: { account_id, name } }: { account: Account }) {
  const { api } = useServices();
  const { data } = useQuery(voiceQuery(api, account_id));
  const [hasTooFew, setHasTooFew] = useState(false);
  const measuring = useAction({ affects: ['voice'] });
  const measure = () =>
    measuring.runOnce(
      async () => setHasTooFew((await api.voice.rebuild({ account_id })).profile === null),
      t.notMeasured,
    );
  const profile = data?.profile;
  return (
    <li className={classes(settings['entry'])}>
      <div>
        <p className={settings['name']} dir="auto">
          {name}
        </p>
        <p role="status" className={settings['hint']}>
          {measuring.isPending
            ? t.measuring
            : profile
              ? factsOf(profile)
              : hasTooFew
                ? t.tooFew({ count: data?.min_messages ?? 0 })
                : t.notMeasuredYet}
        </p>
      </div>
      <Button isBusy={measuring.isPending} onClick={() => void measure()}>
        {profile ? t.again : t.measure}
      </Button>
    </li>
  );
}

function factsOf({ msg_count_used, avg_sentence_len, greeting, closing }: Profile): string {
  return [
    t.facts({ count: msg_count_used, words: Math.round(avg_sentence_len) }),
    ...(greeting === null ? [] : [t.greeting({ greeting })]),
    ...(closing === null ? [] : [t.closing({ closing })]),
  ].join(' · ');
}
