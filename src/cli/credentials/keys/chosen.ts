import type { NewCredential } from '../../../contracts/credentials.ts';
import { CommandError } from '../../../operator/command-error.ts';
import { looksLike, shortestChosen } from '../../../parts/authentication/serve/credentials/keys.ts';
import { findSchemeKind } from '../../../parts/registry.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import type { Terminal } from '../../shared/terminal.ts';

/** The maximum size of a password in UTF-8. */
const mostBytes = 512;

/** Reads the password of `--password`. Throws a `CommandError` if it is not allowed or too weak. */
export async function readChosenSecret(
  scheme: SchemePlan,
  { password }: { readonly password?: true },
  { environment, password: ask }: Terminal,
): Promise<Pick<NewCredential, 'chosen'>> {
  if (password !== true) return {};
  if (findSchemeKind(scheme.kind)?.form !== 'id and secret') {
    throw new CommandError(
      `--password is only for clients of a scheme of kind "basic". The scheme ${scheme.name} is of kind "${scheme.kind}".`,
    );
  }
  const chosen = environment.NONET_PASSWORD ?? (await ask?.());
  if (chosen === undefined)
    throw new CommandError('--password needs a password: set NONET_PASSWORD, or pipe it to standard input.');
  const misfit = explainWhyNotPassword(scheme, chosen);
  if (misfit !== undefined) throw new CommandError(`The password ${misfit}. Nothing was created.`);
  return { chosen };
}

/** Returns why a password is rejected. RFC 7617, section 2, forbids control characters. */
function explainWhyNotPassword({ name }: SchemePlan, text: string): string | undefined {
  if (!text.isWellFormed()) return 'is not UTF-8';
  const length = [...text].length;
  if (length < shortestChosen) return `has ${length} characters, but at least ${shortestChosen} are required`;
  if (new TextEncoder().encode(text).length > mostBytes) return `is longer than ${mostBytes} bytes`;
  if (/\p{Cc}/u.test(text)) return 'contains a control character, such as a tab or a line break';
  if (new Set(text).size < 6) return 'repeats fewer than 6 different characters';
  if (looksLike(name, text)) return 'has the form of a generated secret';
  return undefined;
}
