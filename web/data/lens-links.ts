import { linkOptions } from '@tanstack/react-router';
import type { Lens } from './lens.ts';

/** The address of a list. */
export function lensLink(lens: Lens) {
  switch (lens.kind) {
    case 'inbox':
      return linkOptions({ to: '/inbox', search: { account: lens.account } });
    case 'all':
      return linkOptions({ to: '/all' });
    case 'label':
      return linkOptions({ to: '/label/$labelId', params: { labelId: lens.labelId } });
    case 'search':
      return linkOptions({ to: '/search', search: { q: lens.query, sort: lens.sort, account: lens.account } });
    case 'later':
      return linkOptions({ to: `/${lens.list}` });
    case 'mode':
      return linkOptions({ to: `/${lens.mode}` });
    case 'now':
      return linkOptions({ to: '/now' });
  }
}

/** The address of a conversation opened from a list. */
export function threadLink(lens: Lens, threadId: string) {
  switch (lens.kind) {
    case 'inbox':
      return linkOptions({ to: '/inbox/m/$threadId', params: { threadId }, search: { account: lens.account } });
    case 'all':
      return linkOptions({ to: '/all/m/$threadId', params: { threadId } });
    case 'label':
      return linkOptions({ to: '/label/$labelId/m/$threadId', params: { labelId: lens.labelId, threadId } });
    case 'search':
      return linkOptions({
        to: '/search/m/$threadId',
        params: { threadId },
        search: { q: lens.query, sort: lens.sort, account: lens.account },
      });
    case 'later':
      return linkOptions({ to: `/${lens.list}/m/$threadId`, params: { threadId } });
    case 'mode':
      return linkOptions({ to: `/${lens.mode}/m/$threadId`, params: { threadId } });
    case 'now':
      return linkOptions({ to: '/now/m/$threadId', params: { threadId } });
  }
}
