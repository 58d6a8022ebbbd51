import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright';
import { environmentOf, type DaemonProcess, type Home } from '../daemon-process.ts';
import { commandLineProgram } from '../use-bundle.ts';
import { openPage } from '../web/browser.ts';

export type ChoiceId = 'restore' | 'salvage' | 'start_over' | 'retry';

type Damaged = { daemon: DaemonProcess; home: Home };

/** How a user makes a choice of the repairs. A restore takes the only backup. */
export type RepairWay = { name: string; repair(choice: ChoiceId, damaged: Damaged): Promise<void> };

function backupIn({ dataDir }: Home): string {
  const [backup = ''] = readdirSync(join(dataDir, 'backups')).filter((name) => name.startsWith('posthorn-'));
  return backup;
}

export const overHttp: RepairWay = {
  name: 'HTTP',
  async repair(choice, { daemon, home }) {
    if (choice === 'restore') await daemon.ask('repair.restore', { backup: backupIn(home) });
    else if (choice === 'salvage') await daemon.ask('repair.salvage', {});
    else if (choice === 'start_over') await daemon.ask('repair.startOver', {});
    else await daemon.ask('repair.retry', {});
  },
};

export const onCommandLine: RepairWay = {
  name: 'command line',
  async repair(choice, { home }) {
    const words = choice === 'restore' ? ['restore', backupIn(home)] : ['repair', choice.replace('_', '-')];
    const child = spawn(process.execPath, [commandLineProgram, ...words, '--text'], { env: environmentOf(home) });
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    if (code !== 0) throw new Error(`posthorn ${words.join(' ')} ended with ${code}: ${errors}`);
  },
};

const buttons: Record<ChoiceId, RegExp> = {
  restore: /^Restore the backup from/,
  salvage: /^Repair the mail database$/,
  start_over: /^Start over from your servers$/,
  retry: /^Try again$/,
};

/** On the page, which shows the mailbox in the end. */
export const onPage = (browser: Browser): RepairWay => ({
  name: 'page',
  async repair(choice, { daemon }) {
    const { page, expectError, close } = await openPage(browser, `http://127.0.0.1:${daemon.port}/repair`);
    for (const error of [/status of 503/, /ERR_CONNECTION|WebSocket/]) expectError(error);
    await page.getByRole('button', { name: buttons[choice] }).first().click();
    if (choice === 'start_over') await page.getByRole('dialog').getByRole('button', { name: 'Start over…' }).click();
    await page.waitForURL(/\/inbox/, { timeout: 120_000 });
    await close();
  },
});
