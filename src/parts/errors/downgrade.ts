import type { Older } from '../resolve/older.ts';
import type { OlderNames } from '../resolve/older-names.ts';
import type { ErrorsModel, FieldErrorModel, FieldErrorOn } from './model.ts';

/** The codes as an older version answers them, and its names of fields; a code that came later and is answered as another is left out. */
export function undo(older: Older, names: OlderNames): ErrorsModel {
  const { errors } = older.service;
  return {
    ...errors,
    codes: errors.codes.flatMap(({ code }) => {
      const name = names.code(code.value);
      return name === undefined
        ? []
        : [{ ...older.codeModels.get(code.value)!, code: { value: name, span: code.span } }];
    }),
    fields: errors.fields.flatMap((row) => undoRow(names, row)),
  };
}

/** A row whose places an older version has none of words nothing there. */
function undoRow(names: OlderNames, row: FieldErrorModel): readonly FieldErrorModel[] {
  const on = row.on.flatMap((fieldErrorOn) => undoPlace(names, fieldErrorOn));
  return row.on.length > 0 && on.length === 0 ? [] : [{ ...row, on }];
}

function undoPlace(names: OlderNames, on: FieldErrorOn): readonly FieldErrorOn[] {
  switch (on.kind) {
    case 'holder':
      return [on];
    case 'field': {
      const field = names.field(on.of.value, on.field.value);
      return field === undefined ? [] : [{ ...on, field: { value: field.model.name.value, span: on.field.span } }];
    }
    case 'parameter':
      return names
        .parameters(on.operation?.value, on.parameter.value)
        .map((value) => ({ ...on, parameter: { value, span: on.parameter.span } }));
  }
}
