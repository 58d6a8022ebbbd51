import type { AddCommand, CommandContext } from './context.ts';
import { uses } from './rows-used.ts';

/** `posthorn lock`: locks the vault of passwords that `posthorn unlock` opens. */
export const addLock: AddCommand = (program, run) => {
  const command = program
    .command('lock')
    .summary('Lock the passwords')
    .description(
      'Locks the passwords that a passphrase protects. Mail can be read; nothing is received or sent until "posthorn unlock".',
    )
    .action(run(lock));
  uses(command, 'secrets.lockVault');
};

async function lock(context: CommandContext): Promise<void> {
  const { vault } = await context.ask('secrets.lockVault', {});
  context.out.done(
    { ok: true, state: vault.state },
    () => 'Locked. Mail is neither received nor sent until "posthorn unlock".',
  );
}
