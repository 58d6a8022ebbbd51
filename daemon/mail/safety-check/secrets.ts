import type { DraftSafetyIssue } from '../../contract/draft.ts';
import type { CheckedDraft } from './checked-draft.ts';
import { wholeWords } from './text-helpers.ts';

type Secret = { severity: DraftSafetyIssue['severity']; description: string };

const privateKeyPattern = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;
/** Keys in formats that their providers have published. */
const apiKeyPattern = new RegExp(
  [
    '(?:AKIA|ASIA)[0-9A-Z]{16}',
    'gh[pousr]_[A-Za-z0-9]{36,}',
    'github_pat_[A-Za-z0-9_]{50,}',
    'glpat-[A-Za-z0-9_-]{20,}',
    'xox[abeprs]-[A-Za-z0-9-]{20,}',
    'AIza[0-9A-Za-z_-]{35}',
    '(?:sk|rk)_live_[A-Za-z0-9]{20,}',
    'sk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}',
    'SG\\.[A-Za-z0-9_-]{20,}\\.[A-Za-z0-9_-]{40,}',
    'npm_[A-Za-z0-9]{36}',
  ]
    .map((form) => `(?<![A-Za-z0-9_-])${form}`)
    .join('|'),
);
const passwordPattern = wholeWords(
  `(?:password|passwd|passcode|passphrase|pwd|pin|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|lösenord|adgangskode
  |passord|salasana|hasło|heslo|jelszó|parolă|şifre|пароль)\\s*(?:[:=]|is|ist|lautet|est|es|è|é)\\s*(?<value>\\S{4,64})(?=(?<rest>[^\\n]{0,80}))`,
  'gimu',
);
const cardNumberPattern = /(?<![\d.-])\d(?:[ -]?\d){12,15}(?![\d-])/g;
const cardIssuerPattern = /^(?:4\d{15}|4\d{12}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|6(?:011|5\d\d)\d{12})$/;
const ibanPattern = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g;

/**
 * Secrets that any reader of the message could use: not allowed in mail to other people. The evidence never repeats
 * them in full.
 */
export function secretIssues({
  draft,
  ownTextAndSignature,
  recipients,
  ownAddresses,
}: CheckedDraft): DraftSafetyIssue[] {
  if (recipients.length > 0 && recipients.every(({ key }) => ownAddresses.has(key))) return [];
  return secretsIn(`${draft.subject}\n${ownTextAndSignature}`).map(({ severity, description }) => ({
    code: 'pii_secret',
    severity,
    message: `The text contains ${description}. ${advice[severity]}`,
  }));
}

const advice = {
  blocker: 'Anyone who has it can act as you. Remove it, or send anyway.',
  warning: 'Mail can be forwarded and is kept for years. Check that it needs to be there.',
  info: 'Check that it’s the right one.',
};

/** The secrets in a text, the most severe first. */
export function secretsIn(text: string): Secret[] {
  const found: (Secret | undefined)[] = [
    privateKeyPattern.test(text) ? { severity: 'blocker', description: 'a private key' } : undefined,
    apiKeyPattern.test(text) ? { severity: 'blocker', description: 'the key of a program' } : undefined,
    hasPassword(text) ? { severity: 'warning', description: 'a password' } : undefined,
    ...cardsIn(text).map((digits): Secret => ({
      severity: 'warning',
      description: `a card number that ends in ${digits.slice(-4)}`,
    })),
    ...accountsIn(text).map((iban): Secret => ({
      severity: 'info',
      description: `an account number that ends in ${iban.slice(-4)}`,
    })),
  ];
  return found.filter((secret) => secret !== undefined);
}

/** A password that is a single word after its name, or contains a digit or a sign. */
function hasPassword(text: string): boolean {
  return [...text.matchAll(passwordPattern)].some(({ 0: whole, groups }) => {
    const { value = '', rest = '' } = groups ?? {};
    const password = value.replace(/[.,;!?]+$/, '');
    return /[\d#$%^&*+=_@]/.test(password) || (rest.trim() === '' && /[:=]/.test(whole) && /^\S{6,}$/.test(password));
  });
}

function cardsIn(text: string): string[] {
  const digits = [...text.matchAll(cardNumberPattern)].map(([number]) => number.replaceAll(/\D/g, ''));
  return [...new Set(digits)].filter((number) => cardIssuerPattern.test(number) && isLuhnValid(number)).slice(0, 3);
}

/** ISO/IEC 7812-1, annex B. */
function isLuhnValid(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && new Set(digits).size > 1;
}

function accountsIn(text: string): string[] {
  const numbers = [...text.matchAll(ibanPattern)].map(([number]) => number.replaceAll(' ', ''));
  return [...new Set(numbers)].filter(isIban).slice(0, 3);
}

/** ISO 13616: the number modulo 97, with letters as numbers, is 1. */
function isIban(number: string): boolean {
  const rearranged = number.slice(4) + number.slice(0, 4);
  const rest = [...rearranged].reduce(
    (total, character) => Number(`${total}${Number.parseInt(character, 36)}`) % 97,
    0,
  );
  return number.length >= 15 && number.length <= 34 && rest === 1;
}
