import type { Draft, FactRule } from './contract.ts';
import { errorBody } from './error-body.ts';
import { errorCodes } from './error-codes.ts';
import { pageSizes } from './page-sizes.ts';
import { rateHeaders } from './rate-headers.ts';
import { rates } from './rates.ts';

const rules: readonly FactRule[] = [errorBody, errorCodes, rateHeaders, pageSizes, rates];

/** Adds what the rules read to the page. */
export function addFacts(draft: Draft): void {
  for (const rule of rules) rule(draft);
}
