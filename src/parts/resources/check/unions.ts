import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findNearestAmongFew } from '../../../text/limited-suggestions.ts';
import { collectDefinitions } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { UnionModel } from '../model.ts';

/** Checks a union: it says what holds its tag, its objects exist, and none of them has a field where the tag stands. */
export function checkUnions(service: Service, union: UnionModel, report: (diagnostic: Diagnostic) => void): void {
  const { name, taggedBy, cases } = union;
  if (taggedBy === undefined) report(diagnostics['not-tagged'](name.span, name.value));
  else if (taggedBy.value === '__proto__') report(diagnostics.prototype(taggedBy.span));
  const { objects } = collectDefinitions(service);
  for (const { object } of cases) {
    const model = objects.get(object.value);
    if (model === undefined) {
      report(
        diagnostics['unknown-object'](
          object.span,
          object.value,
          findNearestAmongFew(service, object.value, objects.keys()),
        ),
      );
      continue;
    }
    const own = model.fields.find((field) => field.name.value === taggedBy?.value);
    if (own !== undefined) report(diagnostics['tag-is-field'](own.name.span, object.value, own.name.value));
  }
}
