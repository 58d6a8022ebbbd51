import type { Reply } from '../../api/client.ts';

export type Account = Reply<'accounts', 'list'>['accounts'][number];
