import { Option } from 'commander';
import type { AddCommand, CommandContext } from './context.ts';
import { UsageError } from './exit-codes.ts';
import { findMail } from './mail-targets.ts';
import { newestMessage } from './show.ts';
import { addSendOptions, addWriteOptions, writeMessage, type Outcome, type WriteOptions } from './write-message.ts';
import { uses } from './rows-used.ts';

export const composeRows = [
  'compose.open',
  'compose.upload',
  'compose.update',
  'compose.save',
  'compose.send',
  'compose.discard',
] as const;

type ComposeOptions = WriteOptions & { send?: true; draft?: true; forward?: string };

/** `posthorn compose`: a new message. */
export const addCompose: AddCommand = (program, run) => {
  const command = addSendOptions(
    addWriteOptions(program.command('compose').aliases(['write']))
      .summary('Write a message')
      .description(
        'Writes a new message and stores it as a draft, or sends it with --send. Without --body the editor opens on a terminal.',
      )
      .option('--forward <id>', 'forward a message, with its attachments'),
  );
  uses(withOutcome(command).action(run(compose)), ...composeRows);
};

/** Adds the options that say what happens to a written message. */
export function withOutcome<C extends { addOption(option: Option): C }>(command: C): C {
  return command
    .addOption(new Option('--send', 'send it').conflicts('draft'))
    .addOption(new Option('--draft', 'store it as a draft, without a question'));
}

export function outcomeOf({ send, draft, hold, at }: ComposeOptions): Outcome {
  if (send) return 'send';
  if (hold !== undefined || at !== undefined) throw new UsageError('--hold and --at need --send.');
  return draft ? 'draft' : undefined;
}

async function compose(context: CommandContext, options: ComposeOptions): Promise<number> {
  if (options.forward === undefined) return writeMessage(context, { kind: 'new' }, options, outcomeOf(options));
  const message_id = await messageNamed(context, options.forward);
  return writeMessage(context, { kind: 'forward', message_id }, options, outcomeOf(options));
}

/** The message that an argument names; of a conversation its newest. */
export async function messageNamed(context: CommandContext, text: string): Promise<string> {
  const item = await findMail(context, text);
  return item.kind === 'message' ? item.id : newestMessage(context, item.id);
}
