import type { Older } from '../resolve/older.ts';
import type { ErrorsModel, FieldErrorModel, FieldErrorOn } from './model.ts';

/** The codes as an older version answers them, and its names of fields; a code that came later and is answered as another is left out. */
export function undo(older: Older): ErrorsModel {
  const { errors } = older.service;
  const byPresent = new Map([...older.codes].map(([name, present]) => [present, name]));
  const names = createNameLookup(older);
  return {
    ...errors,
    codes: errors.codes.flatMap(({ code }) => {
      const name = byPresent.get(code.value);
      return name === undefined
        ? []
        : [{ ...older.codeModels.get(code.value)!, code: { value: name, span: code.span } }];
    }),
    fields: errors.fields.flatMap((row) => undoRow(names, row)),
  };
}

/** The names of a version by the present ones. */
interface Names {
  field(holder: string, present: string): readonly string[];
  /** Without an operation those of each that has such a parameter. */
  parameter(present: string, operation: string | undefined): readonly string[];
}

type Named = ReadonlyMap<string, { readonly present?: string }> | undefined;

function createNameLookup({ fields, operations }: Older): Names {
  const made = new Map<object, ReadonlyMap<string, readonly string[]>>();
  const reversed = (named: Named): ReadonlyMap<string, readonly string[]> => {
    const known = named === undefined ? new Map() : (made.get(named) ?? reverse([...named]));
    if (named !== undefined) made.set(named, known);
    return known;
  };
  let all: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    field: (holder, present) => reversed(fields.get(holder)).get(present) ?? [],
    parameter(present, operation) {
      if (operation !== undefined) return reversed(operations.get(operation)?.parameters).get(present) ?? [];
      all ??= reverse([...operations.values()].flatMap(({ parameters }) => [...parameters]));
      return all.get(present) ?? [];
    },
  };
}

function reverse(
  named: readonly (readonly [string, { readonly present?: string }])[],
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, Set<string>>();
  for (const [name, { present }] of named) {
    if (present !== undefined) names.set(present, (names.get(present) ?? new Set()).add(name));
  }
  return new Map([...names].map(([present, all]) => [present, [...all]]));
}

/** A row whose places an older version has none of words nothing there. */
function undoRow(names: Names, row: FieldErrorModel): readonly FieldErrorModel[] {
  const on = row.on.flatMap((fieldErrorOn) => undoPlace(names, fieldErrorOn));
  return row.on.length > 0 && on.length === 0 ? [] : [{ ...row, on }];
}

function undoPlace(names: Names, on: FieldErrorOn): readonly FieldErrorOn[] {
  switch (on.kind) {
    case 'holder':
      return [on];
    case 'field':
      return names
        .field(on.of.value, on.field.value)
        .map((value) => ({ ...on, field: { value, span: on.field.span } }));
    case 'parameter':
      return names
        .parameter(on.parameter.value, on.operation?.value)
        .map((value) => ({ ...on, parameter: { value, span: on.parameter.span } }));
  }
}
