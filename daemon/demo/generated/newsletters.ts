import type { DemoMessage } from '../message.ts';
import type { WritingContext } from '../writing-context.ts';
import { fillInMonth, renderSentence, parseSentences } from '../prose.ts';
import type { Sentence } from '../prose.ts';
import { randomFrom } from '../random.ts';
import { threadHeadersOf } from './correspondence.ts';
import { htmlPage, plainPage } from './html-page.ts';
import type { Block } from './html-page.ts';

type Publication = {
  name: string;
  host: string;
  colour: string;
  from: string;
  titles: Sentence[];
  theme: 'postal' | 'craft' | 'tech';
};

const publications: Record<'personal' | 'work', readonly Publication[]> = {
  personal: [
    {
      name: 'The Slow Letter',
      host: 'slowletter.example',
      colour: '#8a5a10',
      from: 'editor',
      theme: 'postal',
      titles: parseSentences([
        'What a village post office knew',
        'The last hand-sorted morning',
        'A letter that took eleven years',
        'On writing by lamplight',
        'The woman who numbered {town}',
      ]),
    },
    {
      name: 'Postal Museum',
      host: 'postalmuseum.example',
      colour: '#a63d2f',
      from: 'friends',
      theme: 'postal',
      titles: parseSentences([
        'This month in the horn room',
        '@month at the museum',
        'Late opening on {weekday}',
        'A new case of seals',
        'Behind the sorting wall',
      ]),
    },
    {
      name: 'Soil & Season',
      host: 'soilandseason.example',
      colour: '#22614a',
      from: 'hello',
      theme: 'craft',
      titles: parseSentences([
        'What to sow in @month',
        'In praise of {plant}',
        'The patient compost',
        'Ten minutes with a hoe',
        'A wall for {plant}',
      ]),
    },
    {
      name: 'Kitchen Table',
      host: 'kitchentable.example',
      colour: '#b4692b',
      from: 'cook',
      theme: 'craft',
      titles: parseSentences([
        'A pot of {beans|lentils|barley soup}',
        'Bread on a weekday',
        'Five things with lemons',
        'Soup for {number}',
        'The quiet pantry',
      ]),
    },
    {
      name: 'Night Trains Weekly',
      host: 'nighttrains.example',
      colour: '#3b5a78',
      from: 'post',
      theme: 'postal',
      titles: parseSentences([
        'To {town}, asleep',
        'New berths for {month}',
        'The dining car is back',
        'From {town} to {town}',
        'A timetable read aloud',
      ]),
    },
    {
      name: 'Small Type',
      host: 'smalltype.example',
      colour: '#1d2327',
      from: 'press',
      theme: 'craft',
      titles: parseSentences([
        'Nine points and no less',
        'A drawer of ornaments',
        'Ink in cold weather',
        'The press at {town}',
        'Margins',
      ]),
    },
  ],
  work: [
    {
      name: 'Changelog Courier',
      host: 'changelogcourier.example',
      colour: '#3b5a78',
      from: 'digest',
      theme: 'tech',
      titles: parseSentences([
        'Releases worth reading',
        'Smaller queues, calmer nights',
        'What we learnt from {number} rollbacks',
        'Boring storage',
        'The index that was not used',
      ]),
    },
    {
      name: 'Museum Practice',
      host: 'museumpractice.example',
      colour: '#a63d2f',
      from: 'letter',
      theme: 'postal',
      titles: parseSentences([
        'Labels that people read',
        'Timed entry, a year on',
        'Opening hours as hospitality',
        'Quiet hours in {town}',
        'A school class at ten',
      ]),
    },
    {
      name: 'Plain Interfaces',
      host: 'plaininterfaces.example',
      colour: '#22614a',
      from: 'editor',
      theme: 'tech',
      titles: parseSentences([
        'A form with three fields',
        'Error messages are letters',
        'Where the button went',
        'Reading order',
        'Undo, reconsidered',
      ]),
    },
  ],
};

const stories = {
  postal: parseSentences([
    'Before the telephone there was a man with a bicycle who knew every name between {town} and the river.',
    'In {month} we opened a drawer marked "undeliverable" and found {number} love letters and one bill.',
    'The horn was sounded twice on arrival, so that the kettle could be put on.',
    'A reader from {town} writes that her mother still sorts the post by handwriting.',
    'We followed one postcard from {town} to {town}, which took {number} days and crossed two borders.',
    'The ink has faded to {colour}, but the jokes have kept.',
    'Nobody remembers why the clock in {town} runs four minutes early, only that the train depends on it.',
    'There is an art to the last line of a letter, and most of us have lost it.',
    'The guard lent us his lamp, and with it we read the names scratched under the bench.',
  ]),
  craft: parseSentences([
    'Begin with what you have: {plant}, a sharp knife, and an hour in the {part}.',
    'Rest it overnight; almost everything is better for having been left alone.',
    'We tested {number} ways, and the simplest won without trying.',
    'The {colour} comes from walnut husks, boiled twice and then forgotten for a week.',
    'If the {weather} holds, the first ones are ready before {month} is out.',
    'A neighbour in {town} does it without measuring, and hers is better than ours.',
    "Keep the trimmings, they are half of tomorrow's {soup|stock|supper}.",
    'The {paper} sheet takes the impression without complaint.',
    'You need less than the books say: {number} grams, a cloth, patience.',
  ]),
  tech: parseSentences([
    'The team in {town} cut its alerts to {number} and read all of them for the first time.',
    'A cache is a promise, and this one had been broken since {month}.',
    'They measured first, which is why the story is short.',
    'Removing {big} lines made the service {number} times easier to explain.',
    'The rollback took four minutes because somebody had rehearsed it on a {weekday}.',
    'A good error message says what happened, why, and what to do on {day}.',
    'The queue was never the problem; the queue was the messenger.',
    'One engineer wrote the runbook as a letter to her successor, and it is the only one ever read.',
    'Their dashboard has {number} graphs, down from {big}.',
  ]),
};

export function newsletter(context: WritingContext): DemoMessage {
  const { id, at, seed } = context.at(context.turn);
  const draw = randomFrom(seed);
  const from = draw.pick(publications[context.profile]);
  const title = fillInMonth(renderSentence(draw, draw.pick(from.titles)), at);
  const issue = Math.floor((at - 1_400_000_000) / 604_800) - 12 * from.name.length;
  const token = seed.toString(36);
  const unsubscribe = `https://${from.host}/leave/${token}`;
  const look = {
    colour: from.colour,
    brand: `${from.name} · Issue ${issue}`,
    footer: `You receive this because you asked for it at ${from.host}.`,
    unsubscribe,
    pixel: `https://${draw.pick(['open.mailtrack.example', 'px.lettermetrics.example'])}/o/${token}.gif?u=${seed}`,
  };
  const blocks = contents(from, title, draw, token);
  return {
    ...threadHeadersOf(context),
    from: { name: from.name, email: `${from.from}@${from.host}` },
    to: [context.owner],
    subject: draw.chance(0.3) ? `Issue ${issue}: ${title}` : title,
    offset: 0,
    headers: [
      ['List-Unsubscribe', `<${unsubscribe}>, <mailto:leave-${token}@${from.host}>`],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ['List-Id', `${from.name} <news.${from.host}>`],
      ['Precedence', 'bulk'],
      ['Feedback-ID', `${id.slice(0, 8)}:${from.host}`],
    ],
    text: plainPage(look, blocks),
    html: htmlPage(look, blocks),
  };
}

function contents(from: Publication, title: string, draw: ReturnType<typeof randomFrom>, token: string): Block[] {
  const picture = (name: string): Block => ({
    kind: 'image',
    url: `https://images.${from.host}/${token}/${name}.jpg`,
    alt: title,
    width: 600,
    height: 280,
  });
  const blocks: Block[] = [picture('cover'), { kind: 'heading', text: title }];
  const list = stories[from.theme];
  for (let count = draw.between(2, 4), place = draw.below(list.length); count > 0; count--, place += 2) {
    const pair = [list[place % list.length], list[(place + 1) % list.length]];
    blocks.push({
      kind: 'text',
      text: pair.flatMap((sentence) => (sentence ? [renderSentence(draw, sentence)] : [])).join(' '),
    });
  }
  blocks.push({
    kind: 'button',
    text: 'Read on',
    url: `https://${from.host}/read/${token}?utm_source=letter&utm_medium=email`,
  });
  return blocks;
}
