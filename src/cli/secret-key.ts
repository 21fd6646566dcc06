import { sealedIn } from '../code/sealing.ts';
import type { Plan } from '../plan/plan.ts';
import { cipherOf } from '../serve/host-node.ts';
import type { Cipher } from '../steps/host.ts';
import { CommandFailure, type Terminal } from './terminal.ts';

const shortest = 16;

/** The fields of a plan that hold secrets, themselves or inside. */
export function secretFields(plan: Plan): readonly string[] {
  return plan.resources.flatMap(({ name, fields }) =>
    fields.filter(({ schema }) => sealedIn(plan, schema) !== undefined).map((field) => `${name}.${field.name}`),
  );
}

/** What secrets are kept with; where there are some and the operator gives no key, it is said that they are kept plain. */
export function cipherFor(plan: Plan, terminal: Terminal): { readonly cipher?: Cipher } {
  const fields = secretFields(plan);
  if (fields.length === 0) return {};
  const cipher = cipherIn(terminal);
  if (cipher !== undefined) return { cipher };
  terminal.out(`${fields.join(', ')}: kept as plain text. Set NONET_SECRET_KEY to keep secrets encrypted.\n`);
  return {};
}

/** The cipher of NONET_SECRET_KEY, which also opens what was encrypted under NONET_SECRET_KEY_BEFORE; undefined without a key. */
export function cipherIn({ environment }: Terminal): Cipher | undefined {
  const key = environment.NONET_SECRET_KEY || undefined;
  const before = environment.NONET_SECRET_KEY_BEFORE || undefined;
  if (key === undefined) {
    if (before === undefined) return undefined;
    throw new CommandFailure('NONET_SECRET_KEY_BEFORE stands without NONET_SECRET_KEY, the key that takes its place.');
  }
  for (const [name, value] of Object.entries({ NONET_SECRET_KEY: key, NONET_SECRET_KEY_BEFORE: before })) {
    if (value !== undefined && value.length < shortest) {
      throw new CommandFailure(`${name} has fewer than ${shortest} characters.`);
    }
  }
  return cipherOf(key, before);
}
