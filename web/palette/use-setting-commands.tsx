import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import type { Subject } from '../live-effects.ts';
import { useParts } from '../parts.ts';
import { schemaQuery, settingsQuery } from '../settings/queries.ts';
import type { Command } from './commands.tsx';

/** The way to every setting. Their words are fetched when they are wanted: most pages never need them. */
export function useSettingCommands(): Command[] {
  const { api } = useParts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data = [] } = useQuery({
    queryKey: ['settings' satisfies Subject, 'palette'],
    queryFn: async () => {
      const [{ settingCommands }, schema, settings] = await Promise.all([
        import('./setting-commands.ts'),
        client.ensureQueryData(schemaQuery(api)),
        client.fetchQuery(settingsQuery(api)),
      ]);
      return settingCommands(schema, settings);
    },
  });
  return data.map(({ key, words, link }) => ({
    key: `setting:${key}`,
    words,
    mark: <Settings2 />,
    run: () => void navigate(link),
  }));
}
