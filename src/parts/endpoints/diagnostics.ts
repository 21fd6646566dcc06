import { forms } from './diagnostics/form.ts';
import { operations } from './diagnostics/operations.ts';
import { parameters } from './diagnostics/parameters.ts';
import { repeats } from './diagnostics/repeats.ts';
import { responses } from './diagnostics/responses.ts';
import { resumable } from './diagnostics/resumable.ts';
import { secondFactors } from './diagnostics/second-factors.ts';
import { sessions } from './diagnostics/sessions.ts';
import { signIn } from './diagnostics/sign-in.ts';
import { signedLinks } from './diagnostics/signed-links.ts';

/** The diagnostics of an author's mistakes in the part "Endpoints". */
export const diagnostics = {
  ...forms,
  ...operations,
  ...responses,
  ...parameters,
  ...repeats,
  ...sessions,
  ...secondFactors,
  ...signedLinks,
  ...resumable,
  ...signIn,
};
