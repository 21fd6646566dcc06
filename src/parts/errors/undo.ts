import type { Older } from '../meaning/older.ts';
import type { ErrorsModel } from './model.ts';

/** The codes as an older version answers them; one that came later and is answered as another is left out. */
export function undo({ service, codes, codeModels }: Older): ErrorsModel {
  const byPresent = new Map([...codes].map(([name, present]) => [present, name]));
  return {
    ...service.errors,
    codes: service.errors.codes.flatMap(({ code }) => {
      const name = byPresent.get(code.value);
      return name === undefined ? [] : [{ ...codeModels.get(code.value)!, code: { value: name, span: code.span } }];
    }),
  };
}
