import type { DemoMessage, Person } from '../message.ts';
import type { WritingContext } from '../writing-context.ts';
import { fillInMonth, renderSentence, parseSentences } from '../prose.ts';
import type { Sentence } from '../prose.ts';
import { randomFrom } from '../random.ts';
import type { Random } from '../random.ts';
import { threadHeadersOf } from './correspondence.ts';

type AlertSource = { from: Person; notices: Sentence[][]; headers?: [string, string][] };

const automatic: [string, string][] = [['Auto-Submitted', 'auto-generated']];

/** Each notice is a subject and its lines. */
const alertSources: Record<'personal' | 'work', readonly AlertSource[]> = {
  personal: [
    {
      from: { name: 'Riverside Bank', email: 'notice@riversidebank.example' },
      notices: [
        parseSentences([
          'Card payment of {money}',
          'The payment was made with the card ending in 4417.',
          'If this was not you, call the number on the back of your card. We never send links.',
        ]),
        parseSentences([
          'Your statement for @month is ready',
          'You find it in your banking page, under papers.',
          'We keep it there for ten years, so that you need not.',
        ]),
        parseSentences([
          'A new device signed in',
          'It was a telephone in {town}, on {day} at {hour}.',
          'If this was you, nothing needs to be done.',
        ]),
        parseSentences([
          'Standing order to {name} paid',
          'It is paid on the first of every month, or the day after.',
          'You may change or stop it at any time in your banking page.',
        ]),
      ],
    },
    {
      from: { name: 'Lindenhof Energy', email: 'meter@lindenhof-energy.example' },
      notices: [
        parseSentences([
          'Your meter reading for @month',
          'We have noted {big} units, a little less than last year.',
          'Nothing needs to be done.',
        ]),
        parseSentences([
          'Planned work in your street on {weekday}',
          'Between {hour} and {hour} the supply may be off for up to {number} minutes.',
          'You need not be at home.',
        ]),
      ],
    },
    {
      from: { name: 'Town Library', email: 'loans@townlibrary.example' },
      notices: [
        parseSentences([
          'Due on {weekday}: {number} books',
          'You may renew twice, unless somebody is waiting.',
          'We are open until {hour}.',
        ]),
        parseSentences([
          'Your reservation has come in',
          'At the desk under your name: {book}.',
          'It waits for ten days, and then for the next reader.',
        ]),
        parseSentences([
          'Renewed, with pleasure',
          'You have {book} for another four weeks.',
          'Nobody else has asked, so take your time.',
        ]),
      ],
    },
    {
      from: { name: 'Home Weather', email: 'watch@homeweather.example' },
      notices: [
        parseSentences([
          'Frost warning for {day}',
          'Minus {two|three|four} in the hollows before sunrise.',
          'Bring {plant} indoors if you can.',
        ]),
        parseSentences([
          'Wind on {day} {part}',
          'Gusts up to {60|70|80|90} kilometres an hour near the coast.',
          'Tie down what you are fond of.',
        ]),
        parseSentences([
          'Rain from {hour}',
          'Steady until the {part}, then clearing from the west.',
          'The next bulletin follows at {hour}.',
        ]),
      ],
    },
  ],
  work: [
    {
      from: { name: 'Build Watch', email: 'builds@ci.lanternworks.example' },
      notices: [
        parseSentences([
          '[ticket-desk] Build {big} passed',
          'branch: main',
          'commit: "retry like a polite person" by {name}',
          'tests: {big} passed, {number} skipped',
        ]),
        parseSentences([
          '[ticket-desk] Build {big} failed: {number} tests',
          'branch: {smaller-queries|quiet-hours|school-class}',
          'commit: "count twice, print once" by {name}',
          'The first failure is at the top of the log.',
        ]),
        parseSentences([
          '[label-printer] main is green again',
          'branch: main',
          'commit: "say it before it runs out" by {name}',
          'duration: {number} minutes',
        ]),
        parseSentences([
          '[calendar-feed] Flaky test on {weekday}',
          'It failed once and passed twice, which is not the same as passing.',
          'Last touched by: {name}',
        ]),
      ],
      headers: [['X-Build-Project', 'ticket-desk']],
    },
    {
      from: { name: 'Pager Relay', email: 'relay@pager.lanternworks.example' },
      notices: [
        parseSentences([
          'Resolved: latency on {system}',
          'What: response time above {big} ms at the 99th percentile',
          'Lasted: {number} minutes',
          'On call: {name}',
        ]),
        parseSentences([
          'Warning: disk at 81% on store-{1|2|3}',
          'It grows by about one percent a week.',
          'Runbook: https://runbooks.lanternworks.example/disk',
          'On call: {name}',
        ]),
        parseSentences([
          'Resolved: certificate renewed',
          'It renewed itself {number} days before the end.',
          'Nothing needs to be done.',
        ]),
        parseSentences([
          'Warning: queue of {big} on {system}',
          'The oldest entry has waited for {number} minutes.',
          'Runbook: https://runbooks.lanternworks.example/queue',
          'On call: {name}',
        ]),
      ],
      headers: [['X-Priority', '2']],
    },
    {
      from: { name: 'Code Review', email: 'review@code.lanternworks.example' },
      notices: [
        parseSentences([
          '{name} asked for your review: smaller queries',
          'Files changed: {number}. Checks: all green.',
          'You are named as a reviewer.',
        ]),
        parseSentences([
          'Approved: timed entry',
          '{name} writes: it reads like a letter, ship it.',
          'One check is still running.',
        ]),
        parseSentences([
          '{number} comments on: readable logs',
          '{name} writes: could we name this after what it means rather than what it does?',
          '{name} writes: yes, gladly.',
        ]),
        parseSentences([
          'Merged: {quiet hours|school classes|the polite retry}',
          'Merged by {name} after {number} rounds.',
          'The branch has been deleted.',
        ]),
      ],
    },
    {
      from: { name: 'Uptime Lantern', email: 'eyes@uptimelantern.example' },
      notices: [
        parseSentences([
          'Weekly report: {99.98|99.99|100}%',
          'Checked from {town}, {town} and {town}.',
          'Slowest answer: {big} ms, at {hour} on {weekday}.',
        ]),
        parseSentences([
          'Slow for a moment: {system}',
          'It took {big} ms at {hour} and has recovered by itself.',
          'No visitor will have noticed.',
        ]),
        parseSentences([
          'All {number} checks are green',
          'No outage in the last {number} days.',
          'The next report follows on {weekday}.',
        ]),
      ],
    },
  ],
};

export function alert(context: WritingContext): DemoMessage {
  const { at, seed } = context.at(context.turn);
  const draw = randomFrom(seed);
  const source = draw.pick(alertSources[context.profile]);
  const [subject = '', ...lines] = draw.pick(source.notices).map((line) => fillInMonth(renderSentence(draw, line), at));
  const isTechnical = context.profile === 'work';
  return {
    ...threadHeadersOf(context),
    from: source.from,
    to: [context.owner],
    subject,
    offset: 0,
    headers: [...automatic, ...(source.headers ?? [])],
    text: isTechnical
      ? `${lines.join('\r\n')}\r\n\r\n${machineLog(draw)}`
      : `${lines.join('\r\n\r\n')}\r\n\r\n${source.from.name}\r\n`,
  };
}

function machineLog(draw: Random): string {
  let log = '';
  for (let count = draw.between(4, 18), step = draw.below(50); count > 0; count--) {
    step += draw.between(1, 40);
    log += `  ${String(step).padStart(6, '0')}  ${draw.pick(['ok   ', 'ok   ', 'slow ', 'retry'])}  shard-${draw.below(12)}  ${draw.between(8, 420)} ms\r\n`;
  }
  return log;
}
