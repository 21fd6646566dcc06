import type { Platform } from '../../../contracts/platform.ts';
import type { Store } from '../../../contracts/store.ts';
import { CommandError } from '../../../operator/command-error.ts';
import { changeRights } from '../../../operator/credentials/changing.ts';
import type { RightsChange } from '../../../parts/authentication/serve/rights.ts';
import type { Plan } from '../../../plan/plan.ts';
import type { StoreOptions } from '../../shared/options.ts';
import type { Terminal } from '../../shared/terminal.ts';
import { readAttributes } from './attributes.ts';
import { describeKey } from './list.ts';
import { needKnownScopes, warnOfMissing } from './scopes.ts';

/** The flags of `keys change`. */
export interface ChangeOptions extends StoreOptions {
  readonly scope: readonly string[];
  readonly allScopes?: true;
  readonly addScope: readonly string[];
  readonly removeScope: readonly string[];
  readonly attribute: readonly string[];
  readonly removeAttribute: readonly string[];
}

/** Checks the flags before a store is opened. Returns a function that changes the rights of a key or client in a store and prints them. */
export function changeKey(
  plan: Plan,
  platform: Platform,
  id: string,
  options: ChangeOptions,
  terminal: Terminal,
): (store: Store) => Promise<void> {
  const change = readChange(plan, options);
  return async (store) => {
    const changed = await changeRights({ plan, store, platform }, id, change);
    const tokens = changed.filter(({ kind }) => kind === 'token');
    const shown = changed.length === tokens.length ? changed : changed.filter(({ kind }) => kind !== 'token');
    if (options.json) {
      const records = changed.map(({ hash: _, ...record }) => record);
      terminal.out({ json: JSON.stringify(records, null, 2) });
    } else {
      for (const record of shown) terminal.out(`${record.id}: changed. ${describeKey(record)}`);
      if (tokens.length > 0 && shown !== changed) terminal.out(`Tokens changed with it: ${tokens.length}`);
    }
    const [first] = shown;
    if (first !== undefined) warnOfMissing(plan, first.scopes, first.attributes, terminal);
  };
}

function readChange(plan: Plan, options: ChangeOptions): RightsChange {
  const { scope, allScopes, addScope, removeScope, attribute, removeAttribute } = options;
  const given = [scope, addScope, removeScope, attribute, removeAttribute];
  if (allScopes !== true && given.every(({ length }) => length === 0)) {
    throw new CommandError(
      'Choose what to change: --scope, --all-scopes, --add-scope, --remove-scope, --attribute or --remove-attribute.',
    );
  }
  needKnownScopes(plan, [...scope, ...addScope]);
  const { scopes, attributes: known } = plan.authentication;
  const attributes = readAttributes(known, attribute);
  const both = removeAttribute.find((name) => Object.hasOwn(attributes, name));
  if (both !== undefined) throw new CommandError(`--attribute and --remove-attribute both name ${both}.`);
  return {
    ...(allScopes === true ? { scopes } : scope.length > 0 ? { scopes: scope } : {}),
    addScopes: addScope,
    removeScopes: removeScope,
    attributes: { ...attributes, ...Object.fromEntries(removeAttribute.map((name) => [name, undefined])) },
  };
}
