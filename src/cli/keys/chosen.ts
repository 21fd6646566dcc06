import type { CreatedCredential, NewCredential } from '../../contracts/credentials.ts';
import type { Store } from '../../contracts/store.ts';
import { looksLike, shortestChosen } from '../../parts/authentication/serve/keys.ts';
import { findSchemeKind } from '../../parts/registry.ts';
import type { SchemePlan } from '../../plan/plan.ts';
import { CommandError, type Terminal } from '../shared/terminal.ts';

/** The most bytes of UTF-8 that a chosen secret has. */
const mostBytes = 512;

/** Reads the secret that `--password` asks for, and throws `CommandError` where it cannot be one. */
export async function readChosenSecret(
  scheme: SchemePlan,
  { password }: { readonly password?: true },
  { environment, password: ask }: Terminal,
): Promise<Pick<NewCredential, 'chosen'>> {
  if (password !== true) return {};
  if (findSchemeKind(scheme.kind)?.form !== 'id and secret') {
    throw new CommandError(
      `--password: only clients of a scheme of kind "basic" may have a password of your choice; ${scheme.name} is of kind "${scheme.kind}".`,
    );
  }
  const chosen = environment.NONET_PASSWORD ?? (await ask?.());
  if (chosen === undefined)
    throw new CommandError('--password: set NONET_PASSWORD, or write the password to standard input.');
  const misfit = explainWhyNotPassword(scheme, chosen);
  if (misfit !== undefined) throw new CommandError(`The password ${misfit}. Nothing was created.`);
  return { chosen };
}

/** Why a text cannot be a password; RFC 7617, section 2, leaves control characters out. */
function explainWhyNotPassword({ name }: SchemePlan, text: string): string | undefined {
  if (!text.isWellFormed()) return 'is not UTF-8';
  const length = [...text].length;
  if (length < shortestChosen) return `has ${length} characters; it needs at least ${shortestChosen}`;
  if (new TextEncoder().encode(text).length > mostBytes) return `is longer than ${mostBytes} bytes`;
  if (/\p{Cc}/u.test(text)) return 'contains a control character, such as a tab or a line end';
  if (new Set(text).size < 6) return 'repeats fewer than 6 different characters';
  if (looksLike(name, text)) return 'has the form of a generated secret';
  return undefined;
}

/** Throws where a client has, or had, the password that was chosen. */
export async function needNewPassword(
  { credentials }: Store,
  { chosen, client }: NewCredential,
  { record }: CreatedCredential,
): Promise<void> {
  if (chosen === undefined || (await credentials.find(record.hash)) === undefined) return;
  throw new CommandError(`The client ${client} has, or had, this password. Choose another.`);
}
