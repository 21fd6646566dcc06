import type { Older } from '../resolve/older.ts';
import type { OlderNames } from '../resolve/older-names.ts';
import type { ErrorsModel, FieldErrorModel, FieldErrorOn } from './model.ts';

/** The codes as an older version answers them, and its names of fields; a code that came later and is answered as another is left out. */
export function undo(older: Older, names: OlderNames): ErrorsModel {
  const { errors } = older.service;
  const present = errors.codes.map(({ code }) => older.codeModels.get(code.value)!);
  // Codes that the line Codes stated before rows for their conditions came are not in the present document.
  const freed = [...older.codeModels.values()].filter((code) => !present.includes(code));
  return {
    ...errors,
    codes: [...present, ...freed].flatMap((model) => {
      const { value, span } = model.code;
      const name = names.code(value);
      return name === undefined ? [] : [{ ...model, code: { value: name, span } }];
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
