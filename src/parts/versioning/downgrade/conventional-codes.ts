import type { CodeModel } from '../../errors/model.ts';
import { addConventionalCodes } from '../../errors/read/convention.ts';
import type { Older } from '../../resolve/older.ts';

/**
 * Returns the codes that the line Codes states where some codes are left out, and not with them: those of conditions whose rows are then
 * gone. `without` has the names of these codes in the version.
 */
export function listFreedCodes(older: Older, without: ReadonlySet<string> = new Set()): readonly CodeModel[] {
  const { convention } = older.service.errors;
  if (convention === undefined) return [];
  const rows = [...older.codes].flatMap(([name, present]): CodeModel[] => {
    const model = older.codeModels.get(present);
    return model === undefined || without.has(name) ? [] : [{ ...model, code: { ...model.code, value: name } }];
  });
  return addConventionalCodes(rows, convention).filter(
    ({ byConvention, code }) => byConvention === true && !older.codes.has(code.value),
  );
}
