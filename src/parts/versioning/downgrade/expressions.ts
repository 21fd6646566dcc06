import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Environment, FieldType, Presence, SymbolTable } from '../../../expression/symbol-table.ts';
import type { ValueType } from '../../../expression/tree.ts';
import { diagnostics as shape } from '../../../shape/diagnostics.ts';
import type { SourceText } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
import { present } from '../../../text/present.ts';
import { type Checked, resolveExpression } from '../../resolve/expressions.ts';
import { type Older, resolveOlderType } from '../../resolve/older.ts';
import { explainWhyNotShown } from '../../resolve/shapes/fields.ts';
import { type ListFields, listHiddenValues } from '../../resolve/shapes/shown-values.ts';
import { has } from '../../resolve/vocabulary.ts';
import type { FieldDraft, ParameterDraft, VersionDraft } from './draft.ts';
import { createParameterTypes } from './types.ts';

/** The expressions of one version's rows, each in its place; by the words of its cell. */
export type Expressions = Map<SourceText, Checked>;

/** A field that the version requires must have a value; another one is left out, or has its default. */
const neededValue: Presence = {
  failing: 'wrong',
  outcome: 'old clients then get an `internal error`',
  facts: new Map(),
  states: () => [],
};

/** Checks Old responses `= …` over the record as it stands in the version of the rows: before they are undone. */
export function checkDown(older: Older, draft: VersionDraft, into: Expressions): void {
  const made = createSymbolTable(older, draft, 'older');
  for (const { owner, callers, older: model, states } of draft.fields.values()) {
    if (callers?.given.kind !== 'cel' || !older.fields.has(owner)) continue;
    const field = model && { model, ...present({ states }) };
    const expected = field && resolveOlderType(older.service, owner, field);
    const place = createRowEnvironment(older.symbols, 'record', owner, expected);
    const presence = model !== undefined && has(model, 'required') ? { presence: neededValue } : {};
    const checked = resolveExpression(callers.given.cel, { ...place, ...presence, made });
    // A field that is hidden in that version, too, may hold such a value.
    const isShown = model === undefined || explainWhyNotShown(model, false) === undefined;
    const hidden = isShown ? findHidden(older, owner, callers.given.cel, checked) : [];
    into.set(callers.given.cel, { ...checked, diagnostics: [...checked.diagnostics, ...hidden] });
  }
}

/** Reports fields that clients never see and whose values Old responses show; an `internal` field that is named may be shown. */
function findHidden(older: Older, record: string, cel: SourceText, { tree }: Checked): readonly Diagnostic[] {
  if (tree === undefined) return [];
  const { service, fields } = older;
  const list: ListFields = (of) =>
    fields
      .get(of)
      ?.values()
      .map(({ model }) => model);
  return listHiddenValues({ service, list, record, created: false }, tree).flatMap(({ of, field, why, unnamed }) =>
    why === 'internal' && !unnamed ? [] : [shape['never-shown'](cel.span, of, field, why)],
  );
}

/** Checks Old requests `= …` over `input` as the version below knows it: behind the undoing of the rows. */
export function checkUp(older: Older, draft: VersionDraft, into: Expressions): void {
  const made = createSymbolTable(older, draft, 'newer');
  for (const field of draft.fields.values()) {
    const { owner, requests } = field;
    if (requests?.given.kind !== 'cel' || !older.fields.has(owner)) continue;
    const target = field.newer ?? findSuccessorField(draft, field)?.newer;
    const expected = target && resolveOlderType(older.service, owner, target);
    const place = createRowEnvironment(older.symbols, 'input', owner, expected);
    into.set(requests.given.cel, resolveExpression(requests.given.cel, { ...place, made }));
  }
  checkParametersUp(older, draft, into);
}

/** The fields of objects on the other side of a version's rows than the one that `older` stands on. */
export function createSymbolTable(older: Older, draft: VersionDraft, side: 'newer' | 'older'): SymbolTable {
  return {
    fields(name) {
      const own = [...draft.fields.values()].filter(({ owner }) => owner === name);
      const fields = new Map(older.symbols.fields(name) ?? []);
      const sides = own.map((field) => {
        const below = field.older && { model: field.older, ...(field.states && { states: field.states }) };
        return side === 'newer' ? { from: below, to: field.newer } : { from: field.newer, to: below };
      });
      for (const { from } of sides) if (from !== undefined) fields.delete(from.model.name.value);
      for (const { to } of sides) {
        if (to === undefined) continue;
        const type = resolveOlderType(older.service, name, to);
        const optional = !has(to.model, 'required') && type.kind !== 'nullable';
        fields.set(to.model.name.value, { type, optional, stored: 'none' });
      }
      return older.symbols.fields(name) === undefined ? undefined : fields;
    },
  };
}

/** The expression of a parameter reads it alone, by its older name: `input.lang`. */
function checkParametersUp(older: Older, draft: VersionDraft, into: Expressions): void {
  const types = createParameterTypes(older, draft);
  for (const parameter of draft.parameters.values()) {
    const { requests, older: model } = parameter;
    if (requests?.given.kind !== 'cel' || model === undefined) continue;
    const type = types.of(parameter.operation, model);
    const fields = new Map([[model.name.value, { type, optional: true, stored: 'none' } as const]]);
    const symbols: SymbolTable = {
      fields: (name) => (name === inputName ? fields : older.symbols.fields(name)),
    };
    const target = parameter.newer ?? findSuccessorParameter(draft, parameter)?.newer;
    const expected = target && types.of(parameter.operation, target.model);
    into.set(
      requests.given.cel,
      resolveExpression(requests.given.cel, createRowEnvironment(symbols, 'input', inputName, expected)),
    );
  }
}

/** No resource has this name: theirs begin with an upper-case letter. */
const inputName = 'input';

/** The field that the value of a removed one goes on in: the only one that the same version added beside it. */
export function findSuccessorField(draft: VersionDraft, removed: FieldDraft): FieldDraft | undefined {
  if (removed.newer !== undefined) return undefined;
  const beside = listAddedFields(draft, removed);
  return beside.length === 1 ? beside[0] : undefined;
}

/** The fields that a version added beside another. */
export function listAddedFields(draft: VersionDraft, { owner }: FieldDraft): readonly FieldDraft[] {
  return getAdded(draft).fields.get(owner) ?? [];
}

/** The parameter that the value of a removed one goes on in: the only one that the same version added to the operation. */
export function findSuccessorParameter(draft: VersionDraft, removed: ParameterDraft): ParameterDraft | undefined {
  if (removed.newer !== undefined) return undefined;
  const beside = listAddedParameters(draft, removed);
  return beside.length === 1 ? beside[0] : undefined;
}

/** The parameters that a version added to the operation of another. */
export function listAddedParameters(draft: VersionDraft, { operation }: ParameterDraft): readonly ParameterDraft[] {
  return getAdded(draft).parameters.get(operation) ?? [];
}

const getAdded = memo(({ fields, parameters }: VersionDraft) => {
  const isAdded = ({ newer, older }: FieldDraft | ParameterDraft): boolean =>
    newer !== undefined && older === undefined;
  return {
    fields: Map.groupBy([...fields.values()].filter(isAdded), ({ owner }) => owner),
    parameters: Map.groupBy([...parameters.values()].filter(isAdded), ({ operation }) => operation),
  };
});

/** Where the expressions of a row stand: Old responses over `record`, Old requests over `input`. */
export function createRowEnvironment(
  symbols: SymbolTable,
  root: 'record' | 'input',
  owner: string,
  expected: ValueType | undefined,
): Environment {
  const place = root === 'record' ? 'Old responses' : 'Old requests';
  const roots = new Map([[root, { kind: 'object', name: owner } as const]]);
  const known = root === 'record' ? symbols : toSentSymbolTable(symbols, owner);
  return { symbols: known, roots, place, alone: true, ...present({ expected }) };
}

/** What a caller sends of a record or an object may lack each field that may be null, which the record itself never does. */
function toSentSymbolTable(symbols: SymbolTable, owner: string): SymbolTable {
  const sent = ([name, field]: readonly [string, FieldType]): [string, FieldType] => [
    name,
    { ...field, optional: field.optional || field.type.kind === 'nullable' },
  ];
  const fields = new Map([...(symbols.fields(owner) ?? [])].map(sent));
  return { fields: (name) => (name === owner ? fields : symbols.fields(name)) };
}
