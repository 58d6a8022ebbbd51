import { composeRows, messageNamed, outcomeOf, withOutcome } from './compose.ts';
import type { AddCommand, CommandContext } from './context.ts';
import { uses } from './rows-used.ts';
import { addSendOptions, addWriteOptions, writeMessage, type WriteOptions } from './write-message.ts';

type ReplyOptions = WriteOptions & { all?: true; send?: true; draft?: true };

/** `posthorn reply`: an answer to a message. */
export const addReply: AddCommand = (program, run) => {
  const command = addSendOptions(
    addWriteOptions(program.command('reply'))
      .summary('Reply to a message')
      .description(
        'Replies to a message, or to the newest one of a conversation. The reply is stored as a draft, or sent with --send.',
      )
      .argument('<id>', 'an id of an earlier list, or a whole id')
      .option('--all', 'reply to everyone'),
  );
  uses(withOutcome(command).action(run(reply)), ...composeRows, 'threads.get');
};

async function reply(context: CommandContext, id: string, options: ReplyOptions): Promise<number> {
  const message_id = await messageNamed(context, id);
  const kind = options.all ? 'reply_all' : 'reply';
  return writeMessage(context, { kind, message_id }, options, outcomeOf(options));
}
