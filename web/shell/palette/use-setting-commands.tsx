import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import { useServices } from '../../data/services.ts';
import { schemaQuery, settingsQuery } from '../../data/queries/settings.ts';
import type { PaletteCommand } from './palette-command.ts';

/** Links to every setting. Their texts are fetched when the palette opens, because most pages never need them. */
export function useSettingCommands(): PaletteCommand[] {
  const { api } = useServices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data = [] } = useQuery({
    queryKey: ['settings' satisfies QueryRoot, 'palette'],
    queryFn: async () => {
      const [{ settingCommands }, schema, settings] = await Promise.all([
        import('./setting-commands.ts'),
        client.ensureQueryData(schemaQuery(api)),
        client.fetchQuery(settingsQuery(api)),
      ]);
      return settingCommands(schema, settings);
    },
  });
  return data.map(({ key, label, link }) => ({
    key: `setting:${key}`,
    label,
    icon: <Settings2 />,
    run: () => void navigate(link),
  }));
}
