import type { Document } from '../parts/index.ts';
import { isNotShown } from '../parts/not-shown.ts';
import { isCustomHandler } from '../plan/handler-rules.ts';
import { withCalledSteps } from './code/calls.ts';
import type { ModuleText } from './code/module-text.ts';
import { findPlan, listStatuses } from './explanation.ts';
import { listHeadings } from './outline.ts';
import { findPart } from './section.ts';

/** A text that an editor shows after an offset. */
export interface Hint {
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

/** Lists what editors show between the text: the gaps of each part, and the statuses that each operation can answer. */
export function listHints(document: Document, module?: ModuleText): readonly Hint[] {
  return [...listGaps(document), ...listAnswers(document, module)];
}

function listGaps({ source, service, gaps }: Document): readonly Hint[] {
  return listHeadings(source.text).flatMap(({ level, name, selection }) => {
    const part = level === 2 ? findPart(name) : undefined;
    if (part === undefined) return [];
    const aspects = service.aspects.filter(
      (aspect) => aspect.part === part.part && /missing|not shown/.test(aspect.status),
    );
    const cells = [...service.cellGaps, ...gaps].filter((gap) => gap.part === part.part);
    const all = [
      ...aspects.map(({ aspect }) => aspect),
      ...cells.map(({ subject, column }) => `${subject}: ${column}`),
    ];
    if (all.length === 0) return [];
    const label = all.length === 1 ? '1 gap' : `${all.length} gaps`;
    return [{ offset: selection.end, label, tooltip: `Not shown: ${all.join(', ')}` }];
  });
}

function listAnswers(document: Document, module: ModuleText | undefined): readonly Hint[] {
  const plan = findPlan(document);
  if (plan === undefined) return [];
  const byName = new Map(withCalledSteps(plan, module).map((operation) => [operation.name, operation]));
  return document.service.endpoints.operations.flatMap(({ name, responses, span }) => {
    const operation = byName.get(name.text);
    if (operation === undefined) return [];
    const own = isNotShown(responses) ? [] : responses.flatMap(({ status }) => status?.value ?? []);
    const statuses = listStatuses(plan, operation, own);
    // Without its module, the statuses of the operations that a handler calls are a gap.
    const isOpen = isCustomHandler(operation) && module === undefined;
    const label = `→ ${statuses.join(' ')}${isOpen ? ' …' : ''}`;
    const gap = isOpen ? ', and those of the operations that its handler calls' : '';
    return [{ offset: span.end, label, tooltip: `The statuses that ${name.text} can answer${gap}` }];
  });
}
