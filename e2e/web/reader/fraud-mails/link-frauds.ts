import { htmlMail, type FraudMail } from './fraud-mail.ts';

/** Mail whose links lead elsewhere than they seem to. */
export const linkFrauds: readonly FraudMail[] = [
  {
    name: 'The text of a link is the address of another host',
    source: htmlMail(
      'The text of a link is the address of another host',
      '<p>Sign in: <a href="https://steal.test/a">https://bank.test/login</a></p><table><tr><td>Bank</td></tr></table>',
    ),
    expected: {
      links: [{ text: 'https://bank.test/login', host: 'steal.test' }],
      target: 'https://steal.test/a',
      mark: null,
      warning: 'A link that shows https://bank.test/login really leads to steal.test.',
    },
  },
];
