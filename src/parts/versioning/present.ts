import type { SymbolTable } from '../../expression/symbol-table.ts';
import { listOlderValues, type Older, type OlderField, withValues } from '../resolve/older.ts';
import { collectTransitions } from '../resolve/transitions.ts';
import type { Service } from '../service.ts';
import { unquoteName, withOlderType } from './downgrade/fields.ts';
import type { ChangeModel, ChangeVerb, NamedKind } from './model.ts';
import { changeForms } from './words.ts';

/** Names that can be asked for, and listed for "did you mean". */
export type Names = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/** What one version holds, looked up by the names that things have in it. */
export interface Present {
  /** The version as it stands before its own rows are undone. */
  readonly older: Older;
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, OlderField>>;
  readonly symbols: SymbolTable;
  /** The values of a state field or a `delivery of`; of a list or map those of its items. */
  values(of: string, field: string): readonly string[];
  names(kind: NamedKind): Names;
  /** The names of the parameters of an operation; undefined where there is no such operation. */
  parameters(operation: string): Names | undefined;
  /** What a bare name may mean for a kind of change. */
  bare(verb: ChangeVerb): readonly NamedKind[];
  /** A field with the type, or the values, that rows of the version give it: what the other rows of the version fit. */
  before(of: string, field: string): OlderField | undefined;
}

/** Looks up what a service holds as far back as it was undone: until the next version is undone, whose rows these are. */
export function createPresent(older: Older, rows: readonly ChangeModel[]): Present {
  const known = new Map<NamedKind, Names>();
  const types = new Map<string, ChangeModel>();
  const valueRows = new Map<string, ChangeModel[]>();
  for (const row of rows) {
    const { change, where } = row;
    if (where?.kind !== 'field') continue;
    const key = `${where.of.value}.${where.field.value}`;
    if (change.value === 'type') types.set(key, row);
    if (where.value !== undefined) valueRows.set(key, [...(valueRows.get(key) ?? []), row]);
  }
  return {
    older,
    fields: older.fields,
    symbols: older.symbols,
    values(of, field) {
      const found = older.fields.get(of)?.get(field);
      return found === undefined ? [] : listOlderValues(found).map((name) => name.value);
    },
    names(kind) {
      const before = known.get(kind);
      if (before !== undefined) return before;
      const all = getOlderNames(older, kind);
      known.set(kind, all);
      return all;
    },
    parameters: (operation) => older.operations.get(operation)?.parameters,
    bare: (verb) => changeForms[verb].named,
    before(of, name) {
      const field = older.fields.get(of)?.get(name);
      const key = `${of}.${name}`;
      const row = types.get(key);
      const model = field && row && withOlderType(field.model, row);
      if (field === undefined) return undefined;
      if (model === undefined) return (valueRows.get(key) ?? []).reduce(undoValueRow, field);
      const { states: _, ...rest } = field;
      return { ...rest, model };
    },
  };
}

/** The field with the values that it has below a row that adds, removes or renames one. */
function undoValueRow(field: OlderField, { change, where, before }: ChangeModel): OlderField {
  const value = where?.kind === 'field' ? where.value : undefined;
  if (value === undefined) return field;
  const values = listOlderValues(field);
  const others = values.filter((name) => name.value !== value.value);
  switch (change.value) {
    case 'value added':
      return withValues(field, others);
    case 'value removed':
      return withValues(field, [...others, value]);
    case 'renamed': {
      const [older] = before;
      return older === undefined
        ? field
        : withValues(field, [...others, { value: unquoteName(older.text), span: older.span }]);
    }
    default:
      return field;
  }
}

function getOlderNames(older: Older, kind: NamedKind): Names {
  switch (kind) {
    case 'event':
      return older.events;
    case 'operation':
      return older.operations;
    case 'code':
      return older.codes;
    case 'limit':
      return older.limits;
    case 'state':
      return new Set(listStates(older));
    default:
      return new Set(listLastingNames(older.service, kind));
  }
}

function listStates({ service, fields }: Older): readonly string[] {
  const shown = [...fields.values()].flatMap((own) => [...own.values()].flatMap(({ states = [] }) => states));
  const own = service.states.machines.flatMap((machine) => machine.states.map((state) => state.name));
  return [...shown, ...own].map((name) => name.value);
}

/** Names that no row changes. */
function listLastingNames(
  service: Service,
  kind: Exclude<NamedKind, 'event' | 'operation' | 'code' | 'limit' | 'state'>,
): readonly string[] {
  const { events, authentication, resources } = service;
  switch (kind) {
    case 'transition':
      return [...collectTransitions(service).keys()];
    case 'scope':
      return authentication.scopes.map((scope) => scope.name.value);
    case 'scheme':
      return authentication.schemes.map((scheme) => scheme.name.value);
    case 'delivery':
      return events.deliveries.map((delivery) => delivery.kind.value);
    case 'rule':
      return resources.resources.flatMap(({ name, rules }) =>
        rules.flatMap((rule) => [rule.name.value, `${name.value}.${rule.name.value}`]),
      );
    case 'body':
      return ['Body'];
  }
}
