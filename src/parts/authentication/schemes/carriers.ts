import type { SentIn } from '../model.ts';
import type { WrongCarrier } from './contract.ts';

/** True for the header Authorization, in any letter case. */
export function isAuthorization(carried: SentIn): boolean {
  return carried.in === 'header' && carried.name.value.toLowerCase() === 'authorization';
}

/** Reports a scheme in a location other than after one word of the header Authorization. */
export function requireWord(word: 'Bearer' | 'Basic', carried: SentIn, why: string): WrongCarrier | undefined {
  // scheme words are compared without letter case (RFC 9110, 11.1)
  const fits = isAuthorization(carried) && carried.word?.value.toLowerCase() === word.toLowerCase();
  return fits ? undefined : { wrong: why, suggestion: `header Authorization: ${word}` };
}

/** Reports a scheme after `Basic`, which is only for an ID and a secret. */
export function rejectBasic(carried: SentIn): WrongCarrier | undefined {
  if (!isAuthorization(carried) || carried.word?.value.toLowerCase() !== 'basic') return undefined;
  return { wrong: '`Basic` carries an id and a secret (RFC 7617)', suggestion: 'header Authorization: Bearer' };
}
