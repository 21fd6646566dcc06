import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { parseShape } from '../../../shape/parse.ts';
import { timeParts } from '../../../shape/roles.ts';
import type { ShapeSyntax } from '../../../shape/syntax.ts';
import { memo } from '../../../text/memo.ts';
import { isNotShown } from '../../not-shown.ts';
import type { Older } from '../../resolve/older.ts';
import { listsGroups } from '../../resolve/shapes/groups.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { FieldDraft, VersionDraft } from '../downgrade/draft.ts';

type Report = (diagnostic: Diagnostic) => void;

/**
 * Reports rows by which old clients get other values of a field whose figures a list shows: the store computes figures from the stored
 * values. Values that have another name are exact, except for several values in a list, or of the key of a group, that become one.
 */
export function checkFigures(older: Older, { fields }: VersionDraft, report: Report): void {
  for (const field of fields.values()) {
    const present = field.newer?.present;
    if (present === undefined) continue;
    for (const { words, operation, isKey } of listFigures(older.service).get(`${field.owner}.${present}`) ?? []) {
      const isAdded = field.older === undefined;
      const differs = isKey ? isAdded || isConverted(field) || field.shownAs.size > 0 : !isAdded && isConverted(field);
      if (!differs || !older.operations.has(operation)) continue;
      const { span } = (field.callers?.row ?? field.row).change;
      const name = `${field.owner}.${field.newer!.model.name.value}`;
      report(diagnostics['converted-figure'](span, words, operation, name, isAdded));
    }
  }
}

function isConverted({ retyped, callers, older, shownAs }: FieldDraft): boolean {
  return retyped === true || callers !== undefined || (older?.type?.kind === 'list' && shownAs.size > 0);
}

interface FigureMention {
  readonly words: string;
  readonly operation: string;
  /** The records of groups have equal values of the field. */
  readonly isKey: boolean;
}

/** The figures of the responses of lists, by `Invoice.status`. */
const listFigures = memo((service: Service): ReadonlyMap<string, readonly FigureMention[]> => {
  const all = service.endpoints.operations.flatMap(({ name, responses }) =>
    (isNotShown(responses) ? [] : responses).flatMap(({ shape }) => {
      const found = shape === undefined ? undefined : parseShape(shape).shape;
      return (found === undefined ? [] : collect(found)).map((mention) => ({
        key: `${name.resource?.value}.${mention.field.value}`,
        operation: name.text,
        ...describeMention(mention),
      }));
    }),
  );
  return Map.groupBy(all, ({ key }) => key);
});

type Mention = ShapeSyntax & { readonly kind: 'figure' | 'field' };

function describeMention(mention: Mention): Pick<FigureMention, 'words' | 'isKey'> {
  if (mention.kind === 'field') return { words: `groups by ${mention.field.value}`, isKey: true };
  const words = `${mention.figure} of ${mention.field.value}`;
  const isKey = timeParts.some((part) => part === mention.figure);
  return { words: isKey ? `groups by ${words}` : words, isKey };
}

/** The figures of a response, and the keys of its groups. */
function collect(shape: ShapeSyntax): readonly Mention[] {
  if (shape.kind === 'figure') return [shape];
  if (shape.kind === 'object') return shape.members.flatMap((member) => collect(member.shape));
  if (shape.kind !== 'list' || shape.item.kind !== 'object' || !listsGroups(shape.item)) return [];
  return shape.item.members.flatMap(({ shape: member }) =>
    member.kind === 'figure' || member.kind === 'field' ? [member] : [],
  );
}
