import { mail } from '../../../../daemon/test-daemon.ts';
import type { FraudMail, ShownMail } from './fraud-mail.ts';

/** Results of the account's own server, which the sender cannot forge. */
const checked = (results: string) => ({
  'Authentication-Results': `mx.example.test; ${results}`,
  Received: 'from there by mx.example.test with ESMTP; Tue, 10 Mar 2026 07:00:00 +0000',
});
const signedBy = (domain: string) => checked(`dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`);

type Sent = { headers?: Record<string, string>; text?: string };

const sent = (subject: string, from: string, { headers = {}, text = 'Please answer today.' }: Sent = {}) =>
  mail({ from, subject, text, id: `${subject.replace(/[^a-z\d]+/gi, '-')}@fraud.test`, headers });

/** What the user has sent makes its recipient known. */
const toFinn = mail({
  from: 'Ada <ada@example.test>',
  subject: 'Boats',
  text: 'Hello',
  id: 'boats@fraud.test',
  minutesAgo: 5_000,
  headers: { To: 'Finn Baker <finn@harbour-museum.test>' },
});

const fraud = (name: string, from: string, given: Sent, expected: Partial<ShownMail>): FraudMail => ({
  name,
  source: sent(name, from, given),
  expected,
});

const warns = (warning: string): Partial<ShownMail> => ({ mark: null, warning });
const unproven: Partial<ShownMail> = { mark: 'Unverified', warning: null };
const imitates = (domain: string, known: string) => warns(`${domain} looks like ${known}, but is a different domain.`);
const addsWords = (domain: string, known: string) =>
  warns(`${domain} contains the name of ${known}, but is a different domain.`);
const claims = (name: string, domain: string) =>
  warns(`Shown as ${name}, but the address doesn’t belong to ${domain}.`);
const signed = (domain: string): Sent => ({ headers: signedBy(domain) });
const link = (host: string, text: string): Sent => ({
  text: `<p>See <a href="https://${host}/a">https://${text}</a></p>`,
  headers: { 'Content-Type': 'text/html' },
});

export const senderFrauds: readonly FraudMail[] = [
  {
    ...fraud('A forged sender after three others', 'Bank <pay@mybank.test>', {}, unproven),
    earlier: [1, 2, 3].map((at) => sent(`Forged before ${at}`, 'Bank <pay@mybank.test>')),
  },
  {
    ...fraud('A forged address of a correspondent', 'Finn Baker <finn@harbour-museum.test>', {}, unproven),
    earlier: [toFinn],
  },
  fraud('A forged message from the user', 'Ada <ada@example.test>', {}, unproven),
  fraud(
    'A sender that failed the check of the server',
    'Finn Baker <finn@harbour-museum.test>',
    { headers: checked('dmarc=fail (p=NONE) header.from=harbour-museum.test') },
    warns('This claims to be from harbour-museum.test, but your mail server found that it isn’t.'),
  ),
  fraud(
    'A link that leads to the forged sender',
    'Bank <pay@other-bank.test>',
    link('other-bank.test', 'museum.test'),
    warns('A link that shows https://museum.test actually leads to other-bank.test.'),
  ),
  fraud(
    'A link whose text is the forged sender',
    'Bank <pay@other-bank.test>',
    link('steal.test', 'other-bank.test'),
    warns('A link that shows https://other-bank.test actually leads to steal.test.'),
  ),
  fraud(
    'Results that the sender wrote',
    'Bank <pay@first-bank.test>',
    { headers: { 'Authentication-Results': 'mx.first-bank.test; dmarc=pass header.from=first-bank.test' } },
    unproven,
  ),
  fraud(
    'Answers to a free address',
    'Finn Baker <finn@harbour-museum.test>',
    { headers: { 'Reply-To': 'finn.baker@gmail.com' } },
    warns('Replies go to a different address: finn.baker@gmail.com.'),
  ),
  fraud(
    'A digit in place of a letter',
    'Service <a@paypa1.com>',
    signed('paypa1.com'),
    imitates('paypa1.com', 'paypal.com'),
  ),
  fraud(
    'Two letters that look like one',
    'Service <a@rnicrosoft.com>',
    signed('rnicrosoft.com'),
    imitates('rnicrosoft.com', 'microsoft.com'),
  ),
  fraud(
    'Letters of Russian',
    'Service <a@xn--80aa0cbo65f.com>',
    signed('xn--80aa0cbo65f.com'),
    imitates('раураӏ.com', 'paypal.com'),
  ),
  fraud(
    'A letter with an accent',
    'Service <a@xn--harbur-museum-znc.test>',
    {},
    imitates('harbőur-museum.test', 'harbour-museum.test'),
  ),
  fraud(
    'A missing letter',
    'Finn <a@harbor-museum.test>',
    signed('harbor-museum.test'),
    imitates('harbor-museum.test', 'harbour-museum.test'),
  ),
  fraud(
    'Two letters exchanged',
    'Finn <a@habrour-museum.test>',
    {},
    imitates('habrour-museum.test', 'harbour-museum.test'),
  ),
  fraud(
    'A known domain before another',
    'Service <a@paypal.com.login.test>',
    {},
    imitates('paypal.com.login.test', 'paypal.com'),
  ),
  fraud(
    'A known domain with a hyphen',
    'Service <a@paypal.com-login.test>',
    {},
    imitates('paypal.com-login.test', 'paypal.com'),
  ),
  fraud(
    'An added word',
    'Service <a@paypal-security.com>',
    signed('paypal-security.com'),
    addsWords('paypal-security.com', 'paypal.com'),
  ),
  fraud(
    'An added word without a hyphen',
    'Service <a@paypalsupport.com>',
    {},
    addsWords('paypalsupport.com', 'paypal.com'),
  ),
  fraud(
    'Another ending',
    'Service <a@paypal.xyz>',
    signed('paypal.xyz'),
    warns('paypal.xyz has the same name as paypal.com, but a different ending. It may belong to someone else.'),
  ),
  fraud(
    'The name of a correspondent',
    'Finn Baker <x@odd.test>',
    signed('odd.test'),
    warns('You know someone with this name at a different address: finn@harbour-museum.test.'),
  ),
  fraud(
    'The name of a correspondent in other letters',
    'Baker, Fіnn <y@odd.test>',
    signed('odd.test'),
    warns('You know someone with this name at a different address: finn@harbour-museum.test.'),
  ),
  fraud('The name of a company', 'PayPal <z@odd.test>', signed('odd.test'), claims('PayPal', 'paypal.com')),
  fraud(
    'The name of a company with a word',
    'DHL Paket <z2@odd.test>',
    signed('odd.test'),
    claims('DHL Paket', 'dhl.com'),
  ),
  fraud(
    'An address as a name',
    '"service@paypal.com via Help" <z3@odd.test>',
    signed('odd.test'),
    warns('Shown as service@paypal.com, but really sent from another address.'),
  ),
  fraud(
    'Two senders',
    'Bank <pay@third-bank.test>\r\nFrom: Other <z4@odd.test>',
    signed('third-bank.test'),
    warns('This names more than one sender, so mail programs disagree about who sent it.'),
  ),
];
