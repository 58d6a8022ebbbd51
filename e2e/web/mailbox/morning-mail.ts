import { mail } from '../../../daemon/test-daemon.ts';

const people = [
  { name: 'Marta Nowak', about: 'page twelve' },
  { name: 'Jonas Weber', about: 'the boiler' },
] as const;

const addressOf = (name: string) => `${name} <${name.toLowerCase().replace(' ', '.')}@people.example>`;

/** Mail that the user sent, so that the answers to it are no first contacts. */
export const questions = people.map(({ name, about }) =>
  mail({
    from: 'Ada <ada@example.test>',
    headers: { To: addressOf(name) },
    subject: `Prices for ${about}`,
    text: 'How much is it?',
    id: `question-${about.replace(' ', '-')}@example.test`,
    minutesAgo: 3_000,
  }),
);

/** Two answers, and three updates of two senders. `day` makes the messages different ones. */
export function morningMail(day: string): Buffer[] {
  const answers = people.map(({ name, about }) => {
    const question = `<question-${about.replace(' ', '-')}@example.test>`;
    return mail({
      from: addressOf(name),
      subject: `Re: Prices for ${about}`,
      text: `Hello Ada,\n\nhere it is.\n\n${name}`,
      id: `answer-${day}-${about.replace(' ', '-')}@people.example`,
      headers: { 'In-Reply-To': question, References: question },
    });
  });
  const updates = ['Bakery', 'Bakery', 'Northbank'].map((shop, at) =>
    mail({
      from: `${shop} <noreply@${shop.toLowerCase()}.example>`,
      subject: `${shop}: notice ${at} of ${day}`,
      text: 'Your order has shipped.',
      id: `notice-${day}-${at}@${shop.toLowerCase()}.example`,
      minutesAgo: 10 + at,
    }),
  );
  return [...answers, ...updates];
}

const odile = 'Odile Brandt <odile.brandt@people.example>';

/** A question of the user, and an answer that asks the user for something. */
export const request = {
  question: mail({
    from: 'Ada <ada@example.test>',
    headers: { To: odile },
    subject: 'The meeting',
    text: 'Where is it?',
    id: 'question-meeting@example.test',
    minutesAgo: 3_000,
  }),
  answer: mail({
    from: odile,
    subject: 'Re: The meeting',
    text: 'Hello Ada,\n\nCould you send me the address by Thursday?\n\nThanks\nOdile',
    id: 'answer-meeting@people.example',
    headers: { 'In-Reply-To': '<question-meeting@example.test>', References: '<question-meeting@example.test>' },
  }),
};
