import type { Refusal } from '../../contracts/refusal.ts';

/** Thrown into a handler when its request is refused: the request ends so, whether or not the handler catches it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, of: string, message = `${of}: ${refusal.named ?? refusal.condition}`) {
    super(message);
    this.refusal = refusal;
  }
}
