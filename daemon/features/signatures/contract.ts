import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, ack, instantOut, pageInput, pageOutput, text, uuid } from '../../contract/fields.ts';

const signature = z
  .object({
    id: uuid(),
    name: text('Work'),
    body: text('Ada Morgan\nMorgan & Lee'),
    created_at: instantOut,
    updated_at: instantOut,
  })
  .meta({ id: 'SignatureData' });

const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ examples: ['Work'] });
const kind = z.enum(['new', 'reply']).meta({ id: 'SignatureContextData' });
const scopeFields = {
  account_id: accountId.optional().describe('Left out: every account'),
  from_email: z.string().trim().max(254).optional().describe('Left out: every address of the account'),
};
const unknown = { signature_not_found: ['missing', 'There is no signature of that name.'] } as const;
const scopeErrors = {
  account_needed: ['invalid', 'An address was given without its account.'],
  bad_address: ['invalid', '`from_email` is no address.'],
} as const;

export const signaturesRequests = requests('What is put below mail, by name.', {
  list: {
    http: 'GET /mail/signatures',
    summary: 'All signatures by name.',
    effect: { safety: 'read' },
    scope: 'none',
    pages: { list: 'signatures' },
    input: z.object({ ...pageInput }),
    output: z.object({ kind: z.literal('Signatures'), signatures: z.array(signature), ...pageOutput }),
  },
  save: {
    http: 'POST /mail/signatures',
    summary: 'Makes a signature, or changes the one of that name.',
    effect: { safety: 'mutate' },
    scope: 'none',
    activity: { recordedFields: ['name'] },
    input: z.object({
      name,
      body: z
        .string()
        .max(100_000)
        .meta({ examples: ['Ada Morgan'] }),
    }),
    output: z.object({ kind: z.literal('SignatureData'), signature }),
  },
  remove: {
    http: 'DELETE /mail/signatures/{name}',
    summary: 'Removes a signature, and it is the default nowhere any more. One that is not there is no error.',
    effect: { safety: 'mutate' },
    scope: 'none',
    activity: { recordedFields: ['name'] },
    input: z.object({ name }),
    output: ack,
  },
  defaults: {
    http: 'GET /mail/signature-defaults',
    summary: 'Which signature is put below what.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({
      kind: z.literal('SignatureDefaults'),
      defaults: z.array(
        z
          .object({
            kind,
            account_id: uuid().nullable().optional(),
            from_email: text('ada@example.org').nullable().optional(),
            signature,
            created_at: instantOut,
            updated_at: instantOut,
          })
          .meta({ id: 'SignatureDefaultData' }),
      ),
    }),
  },
  setDefault: {
    http: 'POST /mail/signatures/default',
    summary: 'Puts a signature below new mail or answers: everywhere, of an account, or of one of its addresses.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: { accounts: 'account_id' },
    activity: { recordedFields: ['name', 'kind'] },
    input: z.object({ name, kind, ...scopeFields }),
    output: z.object({ kind: z.literal('SignatureData'), signature }),
    errors: { ...unknown, ...scopeErrors },
  },
  clearDefault: {
    http: 'POST /mail/signatures/default/clear',
    summary: 'Takes such a default away.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: { accounts: 'account_id' },
    activity: { recordedFields: ['kind'] },
    input: z.object({ kind, ...scopeFields }),
    output: ack,
    errors: scopeErrors,
  },
  resolve: {
    http: 'POST /mail/signatures/resolve',
    summary: 'The signature that is put below: the one named, else that of the address, the account, everywhere, none.',
    effect: { safety: 'read' },
    scope: { accounts: 'account_id' },
    input: z.object({ name: name.optional(), kind, ...scopeFields }),
    output: z.object({ kind: z.literal('ResolvedSignature'), signature: signature.nullable() }),
    errors: { ...unknown, account_needed: scopeErrors.account_needed },
  },
});
