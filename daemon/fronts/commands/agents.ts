import type { AddCommand, CommandContext } from './context.ts';
import { uses } from './rows-used.ts';

/** `posthorn agents`: pauses all agents and tools, and resumes them. */
export const addAgents: AddCommand = (program, run) => {
  const agents = program.command('agents').summary('Pause all agents and tools, or resume them');
  const show = agents.command('status', { isDefault: true }).description('Says whether they are paused.');
  uses(show.action(run(showAgents)), 'agents.get');
  const pause = agents
    .command('pause')
    .description('Refuses everything that agents and tools ask for, until you resume them.');
  uses(pause.action(run((context) => setPaused(context, true))), 'agents.pause');
  const resume = agents.command('resume').description('Lets agents and tools ask again, as their profiles allow.');
  uses(resume.action(run((context) => setPaused(context, false))), 'agents.pause');
};

async function showAgents({ ask, out }: CommandContext): Promise<void> {
  const reply = await ask('agents.get', {});
  out.answer(reply, () => (reply.paused ? paused : 'Agents and tools may do what their profiles allow.'));
}

async function setPaused({ ask, out }: CommandContext, isPaused: boolean): Promise<void> {
  const reply = await ask('agents.pause', { paused: isPaused });
  out.done(reply, () => (isPaused ? paused : 'Resumed: agents and tools may do what their profiles allow.'));
}

const paused = 'All agents and tools are paused: everything they ask for is refused.';
