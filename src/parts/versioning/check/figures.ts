import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { parseShape } from '../../../shape/parse.ts';
import type { ShapeSyntax } from '../../../shape/syntax.ts';
import { memo } from '../../../text/memo.ts';
import { isNotShown } from '../../not-shown.ts';
import type { Older } from '../../resolve/older.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { FieldDraft, VersionDraft } from '../downgrade/draft.ts';

type Report = (diagnostic: Diagnostic) => void;

/**
 * Reports rows by which old clients get other values of a field whose figures a list shows: the store computes figures from the stored
 * values. Values that have another name are exact, except for several values in a list that become one.
 */
export function checkFigures(older: Older, { fields }: VersionDraft, report: Report): void {
  for (const field of fields.values()) {
    const present = field.newer?.present;
    if (present === undefined || field.older === undefined || !isConverted(field)) continue;
    for (const { words, operation } of listFigures(older.service).get(`${field.owner}.${present}`) ?? []) {
      if (!older.operations.has(operation)) continue;
      const { span } = (field.callers?.row ?? field.row).change;
      report(
        diagnostics['converted-figure'](span, words, operation, `${field.owner}.${field.newer!.model.name.value}`),
      );
    }
  }
}

function isConverted({ retyped, callers, older, shownAs }: FieldDraft): boolean {
  return retyped === true || callers !== undefined || (older?.type?.kind === 'list' && shownAs.size > 0);
}

interface FigureMention {
  readonly words: string;
  readonly operation: string;
}

/** The figures of the responses of lists, by `Invoice.status`. */
const listFigures = memo((service: Service): ReadonlyMap<string, readonly FigureMention[]> => {
  const all = service.endpoints.operations.flatMap(({ name, responses }) =>
    (isNotShown(responses) ? [] : responses).flatMap(({ shape }) => {
      const found = shape === undefined ? undefined : parseShape(shape).shape;
      return (found === undefined ? [] : collect(found)).map(({ figure, field }) => ({
        key: `${name.resource?.value}.${field.value}`,
        words: `${figure} of ${field.value}`,
        operation: name.text,
      }));
    }),
  );
  return Map.groupBy(all, ({ key }) => key);
});

function collect(shape: ShapeSyntax): readonly (ShapeSyntax & { readonly kind: 'figure' })[] {
  if (shape.kind === 'figure') return [shape];
  return shape.kind === 'object' ? shape.members.flatMap((member) => collect(member.shape)) : [];
}
