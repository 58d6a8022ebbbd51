import type { Letter } from '../letter.ts';
import type { Occasion } from '../occasion.ts';
import { shuffled } from '../prose.ts';
import { tongues } from '../tongues.ts';
import { attribution, owner, quotedLines, threading } from './correspondence.ts';

/** A letter in another language, now and then answered by the owner in English. */
export function foreign(occasion: Occasion): Letter {
  const story = occasion.story();
  const tongue = story.pick(tongues);
  const friend = story.pick(tongue.writers);
  const subject = story.pick(tongue.subjects);
  const order = shuffled(story, tongue.lines.length);
  const textOf = (turn: number) =>
    occasion.at(turn).isMine
      ? reply(turn)
      : [
          tongue.greeting,
          [0, 1, 2].map((line) => tongue.lines[order[(turn * 3 + line) % order.length] ?? 0]).join(' '),
          tongue.closing,
        ].join('\r\n\r\n');

  const isMine = occasion.at(occasion.turn).isMine;
  const writer = isMine ? owner(occasion) : friend;
  const { turn } = occasion;
  const previous =
    turn > 0
      ? `\r\n\r\n${attribution(occasion.at(turn - 1), occasion.at(turn - 1).isMine ? owner(occasion) : friend)}\r\n${quotedLines(textOf(turn - 1), '> ')}`
      : '';
  const name = isMine ? occasion.owner.name : friend.name;
  return {
    ...threading(occasion),
    from: { name: writer.name, email: writer.email },
    to: [isMine ? { name: friend.name, email: friend.email } : occasion.owner],
    subject: turn > 0 ? `Re: ${subject}` : subject,
    offset: writer.offset,
    text: `${textOf(turn)}\r\n${name}\r\n${previous}`,
    manner: story.pick(['plain', 'base64', 'quoted'] as const),
  };
}

const replies = [
  'Thank you, that made my morning. I read it twice, once with the dictionary.\r\n\r\nThursday suits me well. I will bring the samples.',
  'How kind of you. The pictures are on the wall above the desk already.\r\n\r\nI shall write properly on Sunday.',
  'Understood, and gladly. Please keep one for me until I am there.\r\n\r\nMy grammar is poor, so I answer in English.',
];

function reply(turn: number): string {
  return replies[turn % replies.length] ?? '';
}
