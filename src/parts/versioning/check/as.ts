import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Name } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
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
  const removed = collectRemoved(service, change.version.value);
  if (where?.kind === 'field') {
    const called = `${where.of.value}.${where.field.value}`;
    const values = [...known.values(where.of.value, where.field.value), ...(removed.get(called) ?? [])];
    const older = values.filter((value) => value !== where.value?.value);
    if (!older.includes(name.value)) report(diagnostics['older-name'](name.span, name.value, 'value', older));
  } else if (change.change.value === 'error added') {
    const added = where !== undefined && 'name' in where ? where.name.value : undefined;
    const isKnown = known.names('code').has(name.value) || removed.get('')?.has(name.value) === true;
    if (isKnown && name.value !== added) return;
    const codes = [...known.names('code').keys()].slice(0, 200);
    report(diagnostics['older-name'](name.span, name.value, 'code', codes));
  }
}

type Removed = ReadonlyMap<string, ReadonlySet<string>>;

const madeOf = memo((_service: Service): Map<string, Removed> => new Map());

/** What a version removed: values by `Invoice.status`, codes by the empty text. */
function collectRemoved(service: Service, version: string): Removed {
  const known = madeOf(service);
  const before = known.get(version);
  if (before !== undefined) return before;
  const removed = new Map<string, Set<string>>();
  const add = (key: string, value: string): void => {
    const values = removed.get(key);
    if (values === undefined) removed.set(key, new Set([value]));
    else values.add(value);
  };
  for (const { version: of, change, where } of service.versioning.changes) {
    if (of.value !== version || where === undefined) continue;
    const { value: verb } = change;
    if (verb === 'value removed' && where.kind === 'field' && where.value !== undefined) {
      add(`${where.of.value}.${where.field.value}`, where.value.value);
    }
    if (verb === 'error removed' && (where.kind === 'code' || where.kind === 'name')) add('', where.name.value);
  }
  known.set(version, removed);
  return removed;
}
