import { useQuery } from '@tanstack/react-query';
import type { Reply } from '../../api/client.ts';
import { demoQuery, secretsQuery } from '../../data/queries/accounts.ts';
import { useServices } from '../../data/services.ts';

/** Where passwords are kept; undefined until that is known, and in a demo, which keeps none. */
export function useSecrets(): Reply<'secrets', 'get'> | undefined {
  const { api } = useServices();
  const isDemo = useQuery(demoQuery(api)).data?.on;
  return useQuery({ ...secretsQuery(api), enabled: isDemo === false }).data;
}
