import type { AddCommand, CommandContext } from './context.ts';
import { askSecret } from './prompt.ts';
import { uses } from './rows-used.ts';

/** `posthorn unlock`: opens the vault of passwords on a computer without a window. */
export const addUnlock: AddCommand = (program, run) => {
  const command = program
    .command('unlock')
    .summary('Unlock the passwords')
    .description(
      'Asks for the passphrase that protects your passwords, and lets Posthorn sync and send until it ends. Without a terminal the passphrase is the first line of standard input. It is never an argument, which other programs could see.',
    )
    .action(run(unlock));
  uses(command, 'secrets.get', 'secrets.unlockVault');
};

async function unlock(context: CommandContext): Promise<void> {
  const { vault } = await context.ask('secrets.get', {});
  if (vault.state === 'none' || vault.state === 'unlocked') {
    const isUnlocked = vault.state === 'unlocked';
    context.out.done({ ok: true, state: vault.state }, () =>
      isUnlocked ? 'Your passwords are unlocked already.' : 'Your passwords aren’t protected with a passphrase.',
    );
    return;
  }
  const passphrase = await askSecret(context, 'Passphrase:');
  const unlocked = await context.ask('secrets.unlockVault', { passphrase });
  context.out.done({ ok: true, state: unlocked.vault.state }, () => 'Unlocked. Mail is synced and sent again.');
}
