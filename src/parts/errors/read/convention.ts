import type { Span } from '../../../text/location.ts';
import { conditions } from '../conditions/index.ts';
import type { CodeModel, ConditionModel } from '../model.ts';

/** Returns the code of a condition by the line Codes: `not_found`. */
export function nameCode(condition: string): string {
  return condition.replaceAll(' ', '_');
}

/**
 * Adds what the line Codes states: each condition that no row has without narrowing gets the code of its name. If a row has that code, the
 * row gets the condition; else the code is added. The plan drops added codes that no request can receive.
 */
export function addConventionalCodes(rows: readonly CodeModel[], line: Span): readonly CodeModel[] {
  const stated = new Set(
    rows.flatMap((row) => row.conditions.flatMap(({ name, on }) => (on === undefined ? [name.value] : []))),
  );
  const open = conditions
    .filter(({ name, status }) => status !== undefined && !stated.has(name))
    .map(({ name }) => name);
  const conditionsByCode = new Map<string, ConditionModel>(
    open.map((name) => [nameCode(name), { name: { value: name, span: line }, span: line }]),
  );
  const known = new Set(rows.map(({ code }) => code.value));
  const added = [...conditionsByCode].filter(([code]) => !known.has(code));
  return [
    ...rows.map((row) => {
      const condition = conditionsByCode.get(row.code.value);
      return condition === undefined ? row : { ...row, conditions: [...row.conditions, condition] };
    }),
    ...added.map(
      ([code, condition]): CodeModel => ({
        code: { value: code, span: line },
        conditions: [condition],
        own: new Map(),
        byConvention: true,
        span: line,
      }),
    ),
  ];
}
