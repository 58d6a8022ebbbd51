import { Option } from 'commander';
import type { AddCommand, CommandContext, InputOf } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { followJob } from './follow-job.ts';
import { uses } from './rows-used.ts';

type Action = InputOf<'diagnostics.repair'>['action'];
type DoctorOptions = { deep?: true; fix?: Action; report?: true };

const actions = [
  'sync_now',
  'retry_stuck',
  'repair_index',
  'rebuild_index',
  'recount_contacts',
  'recount_labels',
  'fix_file_modes',
  'make_backup',
] as const satisfies readonly Action[];

/** `posthorn doctor`: what is wrong, and what helps. */
export const addDoctor: AddCommand = (program, run) => {
  const command = program
    .command('doctor')
    .summary('Find and fix problems')
    .description('Checks everything that can go wrong. Ends with 1 where something needs attention.')
    .option('--deep', 'look through all that is stored, which takes longer')
    .addOption(new Option('--fix <action>', 'do what a finding offers').choices(actions))
    .option('--report', 'a report for a bug, without addresses, subjects or names')
    .action(run(diagnose));
  uses(command, 'diagnostics.report', 'diagnostics.repair', 'diagnostics.bugReport', 'jobs.get');
};

async function diagnose(context: CommandContext, { deep, fix, report }: DoctorOptions): Promise<number> {
  if (fix) return repair(context, fix);
  if (report) {
    const { content } = await context.ask('diagnostics.bugReport', {});
    context.out.answer({ content }, () => content);
    return exitCodes.done;
  }
  const reply = await context.ask('diagnostics.report', deep ? { deep: true } : {}, deep ? { timeoutMs: 0 } : {});
  const { findings, healthy } = reply.report;
  context.out.answer(reply, () => {
    if (findings.length === 0) return 'Everything is in order.';
    return findings
      .map(({ severity, message, remediation, action }) => {
        const offer = action ? [`  posthorn doctor --fix ${action.id}   ${action.label}`] : [];
        const colour = severity === 'error' ? 'red' : 'yellow';
        return [
          `${context.out.style(severity, colour)}: ${message}`,
          ...remediation.map((each) => `  ${each}`),
          ...offer,
        ].join('\n');
      })
      .join('\n');
  });
  return healthy ? exitCodes.done : exitCodes.failed;
}

async function repair(context: CommandContext, action: Action): Promise<number> {
  const reply = await context.ask('diagnostics.repair', { action });
  if (reply.job_id === null) {
    context.out.done(reply, () => reply.message);
    return exitCodes.done;
  }
  context.out.note(reply.message);
  const job = await followJob(context, reply.job_id);
  if (!job) return exitCodes.interrupted;
  context.out.done({ ...reply, job }, () => (job.status === 'failed' ? (job.error ?? 'It failed.') : 'Done.'));
  return job.status === 'failed' ? exitCodes.failed : exitCodes.done;
}
