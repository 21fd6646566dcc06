import type { Refusal } from '../../contracts/refusal.ts';

/** Thrown into code when its request is turned down: the request ends so, whether or not the code catches it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, of: string) {
    super(`${of}: ${refusal.named ?? refusal.condition}`);
    this.refusal = refusal;
  }
}
