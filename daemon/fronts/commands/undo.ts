import { Failure } from '../../base/failure.ts';
import { changeKey, type AddCommand, type CommandContext } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { printChange } from './mutate.ts';
import { uses } from './rows-used.ts';

/** `posthorn undo`: reverses a change, or stops a send that waits. */
export const addUndo: AddCommand = (program, run) => {
  const command = program
    .command('undo')
    .summary('Undo a change or a send')
    .description(
      'Undoes a change to mail, or stops a message that still waits to be sent. Without an id it undoes the last change made on the command line.',
    )
    .argument('[id]', 'the id of a change or of a send')
    .option('--list', 'list the changes of the last 24 hours')
    .option('--key <key>', 'a name for this change: repeated with the same key, it is made once')
    .action(run(undo));
  uses(command, 'mutations.undo', 'mutations.history', 'outbox.list', 'outbox.cancel');
};

async function undo(
  context: CommandContext,
  id: string | undefined,
  { list, key }: { list?: true; key?: string },
): Promise<number | void> {
  if (list) return listChanges(context);
  const send = id === undefined ? undefined : await waitingSend(context, id);
  if (send) {
    const reply = await context.ask('outbox.cancel', { draft_id: send.draft_id }, { idempotencyKey: changeKey(key) });
    context.out.done({ ...reply, draft_id: send.draft_id }, () => `Stopped. “${send.subject}” is a draft again.`);
    return exitCodes.done;
  }
  const mutation_id = id ?? (await lastChange(context));
  const reply = await context.ask('mutations.undo', { mutation_id }, { idempotencyKey: changeKey(key) });
  return printChange(context, reply, 'Undone for');
}

async function waitingSend({ ask }: CommandContext, id: string) {
  const { sends } = await ask('outbox.list', { limit: 200 });
  const send = sends.find(({ send_id, draft_id }) => send_id === id || draft_id === id);
  if (!send || send.can_cancel) return send;
  throw new Failure('conflict', 'already_sent', `It can’t be stopped any more. ${send.words}`, {
    send_id: send.send_id,
  });
}

async function lastChange({ ask, options }: CommandContext): Promise<string> {
  const origin = options.agent ? 'agent' : 'cli';
  const { mutations } = await ask('mutations.history', { limit: 100 });
  const last = mutations.find((each) => each.origin === origin && each.undoable && each.kind !== 'undo');
  if (last) return last.mutation_id;
  throw new Failure(
    'missing',
    'nothing_to_undo',
    'Nothing that was done on the command line in the last 24 hours can be undone.',
  );
}

async function listChanges(context: CommandContext): Promise<void> {
  const { mutations } = await context.ask('mutations.history', { limit: 100 });
  context.out.answer({ mutations }, () =>
    mutations.length === 0
      ? 'Nothing was changed in the last 24 hours.'
      : context.out.table(
          [
            { title: 'ID' },
            { title: 'CHANGE' },
            { title: 'MESSAGES', alignsRight: true },
            { title: 'BY' },
            { title: 'SUBJECT', shrinksTo: 12 },
          ],
          mutations.map(({ mutation_id, kind, succeeded, origin, example, undoable, undone_by }) => [
            mutation_id,
            undone_by !== null ? `${kind} (undone)` : undoable ? kind : `${kind} (final)`,
            String(succeeded),
            origin,
            example?.subject ?? '',
          ]),
        ),
  );
}
