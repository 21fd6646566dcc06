import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Expression, ValueType } from '../../../expression/tree.ts';
import type { Span } from '../../../text/location.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { explainWhyNotShown } from '../shapes/fields.ts';
import { createFieldList, listHiddenValues } from '../shapes/shown-values.ts';
import { diagnostics } from './diagnostics.ts';

/** The value of an effect, with its place and the record that its expression reads. */
interface SetValue {
  readonly service: Service;
  /** The resource of the record of the row. */
  readonly resource: string;
  readonly locals?: ReadonlyMap<string, ValueType>;
  readonly tree: Expression;
  readonly span: Span;
}

/** Reports the passwords and secrets whose values an effect would put into a field that clients see. */
export function checkSecrets(
  { service, resource, locals, tree, span }: SetValue,
  target: FieldModel | undefined,
  report: (diagnostic: Diagnostic) => void,
): void {
  if (target !== undefined && explainWhyNotShown(target, false) !== undefined) return;
  const list = createFieldList(service);
  const from = { service, list, record: resource, created: false, ...(locals === undefined ? {} : { locals }) };
  for (const { of, field } of listHiddenValues(from, tree)) {
    const format = findFormat([...(list(of) ?? [])].find(({ name }) => name.value === field)?.type);
    if (format?.notCompared !== undefined) report(diagnostics['effect-reveals'](span, `${of}.${field}`, format.name));
  }
}
