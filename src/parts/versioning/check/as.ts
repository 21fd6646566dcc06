import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Name } from '../../../text/location.ts';
import { memoByKey } from '../../../text/memo.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { listFreedCodes } from '../downgrade/conventional-codes.ts';
import type { ChangeModel } from '../model.ts';
import type { Present } from '../present.ts';

/** Checks `as w` of a row: a value, or a code, that callers of the version before it know. */
export function checkAs(
  service: Service,
  known: Present,
  change: ChangeModel,
  name: Name,
  report: (diagnostic: Diagnostic) => void,
): void {
  const { where } = change;
  const { removed, added } = collectChanged(service, change.version.value);
  if (where?.kind === 'field') {
    const called = `${where.of.value}.${where.field.value}`;
    const values = [...known.values(where.of.value, where.field.value), ...(removed.get(called) ?? [])];
    const older = values.filter((value) => value !== where.value?.value && !added.get(called)?.has(value));
    if (!older.includes(name.value)) report(diagnostics['older-name'](name.span, name.value, 'value', older));
  } else if (change.change.value === 'error added') {
    const isNew = added.get('')?.has(name.value) === true;
    const isKnown = known.names('code').has(name.value) || removed.get('')?.has(name.value) === true;
    if (isKnown && !isNew) return;
    const freed = listFreedCodes(known.older, added.get('')).map(({ code }) => code.value);
    if (freed.includes(name.value)) return;
    const stated = [...known.names('code').keys()].filter((code) => !added.get('')?.has(code));
    const codes = [...freed, ...stated].slice(0, 200);
    report(diagnostics['older-name'](name.span, name.value, 'code', codes));
  }
}

type ValueSets = ReadonlyMap<string, ReadonlySet<string>>;

/** The values that a version removed and added, by `Invoice.status`; its codes by the empty text. */
interface Changed {
  readonly removed: ValueSets;
  readonly added: ValueSets;
}

const collectChanged = memoByKey((service: Service, version: string): Changed => {
  const removed = new Map<string, Set<string>>();
  const added = new Map<string, Set<string>>();
  const add = (to: Map<string, Set<string>>, key: string, value: string): void => {
    const values = to.get(key);
    if (values === undefined) to.set(key, new Set([value]));
    else values.add(value);
  };
  for (const { version: of, change, where } of service.versioning.changes) {
    if (of.value !== version || where === undefined) continue;
    const { value: verb } = change;
    const to = verb.endsWith(' removed') ? removed : added;
    if ((verb === 'value removed' || verb === 'value added') && where.kind === 'field' && where.value !== undefined) {
      add(to, `${where.of.value}.${where.field.value}`, where.value.value);
    }
    const ofCode = verb === 'error removed' || verb === 'error added';
    if (ofCode && (where.kind === 'code' || where.kind === 'name')) add(to, '', where.name.value);
  }
  return { removed, added };
});
