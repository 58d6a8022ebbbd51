/** Check digits of tracking numbers. Each function takes the whole number, without spaces, and says whether it is consistent. */

/** GS1 General Specifications, section 7.9: weights 3 and 1 from the right, modulo 10. */
export function hasGs1CheckDigit(digits: string): boolean {
  return weightedSum(digits.slice(0, -1), [3, 1]) % 10 === (10 - lastDigit(digits)) % 10;
}

/** UPU standard S10: eight digits with the weights 8, 6, 4, 2, 3, 5, 9 and 7, modulo 11, between two pairs of letters. */
export function hasS10CheckDigit(number: string): boolean {
  const digits = number.slice(2, 11);
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const rest = 11 - (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11);
  return Number(digits[8]) === (rest === 10 ? 0 : rest === 11 ? 5 : rest);
}

/** UPS: letters count as digits, every second position is doubled, modulo 10. `from` is the length of the prefix. */
export function hasUpsCheckDigit(number: string, from: number): boolean {
  const values = Array.from(number.slice(from, -1), upsValue);
  const sum = values.reduce((total, value, at) => total + value * (at % 2 === 0 ? 1 : 2), 0);
  return (10 - (sum % 10)) % 10 === lastDigit(number);
}

function upsValue(character: string): number {
  return /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10;
}

/** FedEx Express: eleven digits with the weights 1, 7 and 3 from the right, modulo 11, of which 10 counts as 0. */
export function hasFedExCheckDigit(digits: string): boolean {
  return (weightedSum(digits.slice(0, -1), [1, 3, 7]) % 11) % 10 === lastDigit(digits);
}

/** DHL Express, Yamato and Sagawa: the last digit is the rest of the others modulo 7. */
export function hasMod7CheckDigit(digits: string): boolean {
  return Number(BigInt(digits.slice(0, -1)) % 7n) === lastDigit(digits);
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** ISO/IEC 7064, MOD 37,36: the hybrid system that DPD uses. */
export function hasIso7064CheckCharacter(number: string): boolean {
  let rest = 36;
  for (const character of number.slice(0, -1)) {
    rest = (rest + alphanumeric.indexOf(character)) % 36 || 36;
    rest = (rest * 2) % 37;
  }
  return (37 - rest) % 36 === alphanumeric.indexOf(number.at(-1) ?? '');
}

/** ISO/IEC 7812-1, annex B (Luhn). */
export function hasLuhnCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, character, at) => {
    const value = Number(character) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Weights apply from the right and repeat. */
function weightedSum(digits: string, weights: readonly number[]): number {
  return [...digits]
    .toReversed()
    .reduce((sum, digit, at) => sum + Number(digit) * (weights[at % weights.length] ?? 0), 0);
}

function lastDigit(number: string): number {
  return Number(number.at(-1));
}
