import type { Refusal } from '../refusal.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * The verdict on a code: `right`, `wrong`, or `required` if none was sent. A person without a second factor needs none, so
 * whatever is sent is `right`.
 */
export type CodeVerdict = 'right' | 'wrong' | 'required';

/** Whose code is presented: that of a person, by the identity of the record that logs in, or of one factor by its own identity. */
export type CodeSubject = { readonly person: unknown } | { readonly factor: unknown };

/** Compares one-time codes and recovery codes with second factors. */
export interface SecondFactors {
  /** Judges a code before the transaction of a request, in one of its own that counts a wrong code. */
  judge(subject: CodeSubject, code: string | undefined, now: number): Promise<CodeVerdict>;
  /** Judges a code in the transaction of a request, which uses a right one up. */
  use(
    ctx: RequestContext,
    subject: CodeSubject,
    code: string | undefined,
  ): Promise<CodeVerdict | { readonly refusal: Refusal }>;
  /** Returns the URI with a secret that authenticator apps read. */
  describe(ctx: RequestContext, person: unknown, secret: string): Promise<string>;
}
