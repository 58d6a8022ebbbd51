import { useState } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import type { Reply } from '../../../api/client.ts';
import { useServices } from '../../../data/services.ts';
import { useAction } from '../../../data/use-action.ts';
import { strings } from '../../../i18n/strings.ts';
import settings from '../settings.module.css';
import styles from './ai.module.css';

const t = strings.assist.model;

type Server = Reply<'llm', 'detect'>['servers'][number];

const maxModels = 12;

/** Looks for models on this computer when the user asks for it. */
export function FoundServers({
  onChoose,
}: {
  onChoose: (chosen: { base_url: string; model: string; api_key_env: string }) => void;
}) {
  const { api } = useServices();
  const [servers, setServers] = useState<readonly Server[]>();
  const looking = useAction();
  const look = () => looking.runOnce(async () => setServers((await api.llm.detect({})).servers), t.notFound);
  return (
    <div className={styles['found']}>
      <Button isBusy={looking.isPending} onClick={() => void look()}>
        {t.find}
      </Button>
      <p role="status" className={settings['hint']}>
        {looking.isPending ? t.finding : servers?.length === 0 ? t.noneFound : ''}
      </p>
      {servers && servers.length > 0 && (
        <ul className={styles['servers']} aria-label={t.found}>
          {servers.flatMap(({ name, base_url, models }) =>
            models.slice(0, maxModels).map((model) => (
              <li key={`${base_url} ${model}`}>
                <Button look="quiet" onClick={() => onChoose({ base_url, model, api_key_env: '' })}>
                  {t.choose({ model, server: name })}
                </Button>
              </li>
            )),
          )}
        </ul>
      )}
    </div>
  );
}
