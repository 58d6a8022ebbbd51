import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, etag, ifMatch, text, uuid } from '../../contract/fields.ts';
import { filterRule, filterSettings, vacationSetting } from './filter-settings.ts';

const serverFilters = z
  .object({
    kind: z.literal('ServerFilters'),
    account_id: uuid(),
    etag,
    state: z
      .enum(['unsupported', 'off', 'on', 'inactive', 'edited', 'name_taken'])
      .describe(
        '`inactive`: another script is active. `edited`: the script was changed elsewhere. `name_taken`: another program has a ' +
          'script of that name',
      ),
    message: text('Nothing answers at port 4190 of mail.example.org.', 'Why there are no filters here').nullable(),
    server: text('mail.example.org:4190').nullable(),
    supports: z
      .object({
        vacation: z.boolean(),
        dates: z.boolean().describe('Whether a vacation reply begins and ends on a date'),
        moving: z.boolean(),
        marking_read: z.boolean(),
        include: z.boolean().describe('Whether filters can run beside the script of another program'),
      })
      .meta({ id: 'ServerFilterSupport' }),
    vacation: vacationSetting,
    vacation_state: z.enum(['off', 'scheduled', 'on', 'ended']),
    rules: z.array(filterRule),
    other_script: text('roundcube', 'The script of another program that runs on the server').nullable(),
    script: text('require ["vacation"];', 'The script as it is on the server').nullable(),
  })
  .meta({ id: 'ServerFilters' });

const serverErrors = {
  no_server_filters: ['unsupported', 'The account has no server that runs filters.'],
  server_unreachable: ['unavailable', 'The server cannot be reached now.'],
  server_refused: ['provider', 'The server did not do it; `message` has its reason.'],
} as const;

const settingErrors = {
  extension_missing: ['unsupported', 'The server cannot do what a filter is to do; `extension` is missing.'],
  empty_reply: ['invalid', 'A vacation reply without a text is turned on.'],
  dates_reversed: ['invalid', 'The vacation reply ends before it begins.'],
} as const;

export const serverFiltersRequests = requests('The vacation reply and the filters that a mail server runs (Sieve).', {
  get: {
    http: 'GET /platform/accounts/{account_id}/server-filters',
    summary: 'The vacation reply and the filters of an account, as its server has them now.',
    effect: { safety: 'fetch' },
    scope: { accounts: 'account_id' },
    awaits: true,
    input: z.object({ account_id: accountId }),
    output: serverFilters,
    errors: { server_unreachable: serverErrors.server_unreachable, server_refused: serverErrors.server_refused },
  },
  save: {
    http: 'POST /platform/accounts/{account_id}/server-filters',
    summary:
      'Stores the vacation reply and the filters of an account on its server. Scripts of other programs are never changed: ' +
      'they run first, or the request is refused.',
    effect: { safety: 'mutate' },
    scope: { accounts: 'account_id' },
    people: true,
    awaits: true,
    activity: { tier: 'important' },
    input: z.object({
      account_id: accountId,
      ...filterSettings.shape,
      replace_edited: z
        .boolean()
        .default(false)
        .describe('Whether a script of Posthorn that was changed elsewhere is replaced')
        .meta({ examples: [false] }),
      if_match: ifMatch,
    }),
    output: serverFilters,
    errors: {
      ...serverErrors,
      ...settingErrors,
      changed_elsewhere: ['stale', 'The scripts on the server are not those that If-Match means.'],
      script_edited: ['conflict', 'A script of Posthorn was changed elsewhere, and `replace_edited` is not set.'],
      name_taken: ['conflict', 'Another program has a script of that name, `script`.'],
      other_script_active: ['conflict', 'Another script is active, and the server cannot include it.'],
      other_vacation: ['conflict', 'The script of another program answers mail already.'],
    },
  },
  preview: {
    http: 'POST /platform/accounts/{account_id}/server-filters/preview',
    summary: 'The script that saving would store, checked by the server. Stores nothing.',
    effect: { safety: 'fetch' },
    scope: { accounts: 'account_id' },
    awaits: true,
    input: z.object({ account_id: accountId, ...filterSettings.shape }),
    output: z.object({ kind: z.literal('ServerFilterScript'), script: text('require ["vacation"];') }),
    errors: { ...serverErrors, ...settingErrors },
  },
});
