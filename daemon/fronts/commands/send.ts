import { composeRows } from './compose.ts';
import { changeKey, type AddCommand, type CommandContext } from './context.ts';
import { draftNamed } from './draft.ts';
import { UsageError } from './exit-codes.ts';
import { uses } from './rows-used.ts';
import {
  addSendOptions,
  addWriteOptions,
  printReceipt,
  sendChecked,
  writeMessage,
  type WriteOptions,
} from './write-message.ts';

/** `posthorn send`: a stored draft, or a message that the options give. */
export const addSend: AddCommand = (program, run) => {
  const command = addSendOptions(addWriteOptions(program.command('send')))
    .summary('Send a draft or a message')
    .description(
      'Sends a stored draft, or a new message from --to, --subject and --body. A draft is sent once, however often this is repeated; for a new message --key does the same.',
    )
    .argument('[draft]', 'the id of a draft')
    .action(run(send));
  uses(command, 'outbox.sendStored', 'outbox.schedule', ...composeRows);
};

async function send(context: CommandContext, draft: string | undefined, options: WriteOptions): Promise<number> {
  if (draft === undefined) {
    if (!options.to && !options.cc && !options.bcc)
      throw new UsageError('Name a draft, or write a message with --to, --subject and --body.');
    return writeMessage(context, { kind: 'new' }, options, 'send');
  }
  if (
    options.to ||
    options.cc ||
    options.bcc ||
    options.subject !== undefined ||
    options.body !== undefined ||
    options.attach
  )
    throw new UsageError('A draft is sent as it is. Leave out --to, --cc, --bcc, --subject, --body and --attach.');
  const draft_id = await draftNamed(context, draft);
  const { at, hold } = options;
  const time = hold === undefined ? {} : { hold_seconds: hold };
  const reply = await sendChecked<object>(options, changeKey(options.key), (override, idempotencyKey) =>
    at === undefined
      ? context.ask('outbox.sendStored', { draft_id, ...time, ...override }, { idempotencyKey })
      : context.ask('outbox.schedule', { draft_id, send_at: at, ...override }, { idempotencyKey }),
  );
  return printReceipt(context, reply);
}
