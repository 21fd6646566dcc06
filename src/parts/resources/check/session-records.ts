import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { sessionAttribute } from '../../../plan/records/sessions.ts';
import { findNearest } from '../../../text/nearest.ts';
import { explainNoSessions } from '../../resolve/callers/session-records.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { findFormat } from '../formats/index.ts';
import type { ConstraintModel, FieldModel, ResourceModel } from '../model.ts';
import { readSessionValue, sessionValues } from '../session-values.ts';
import { checkCreatingLine } from './created-records.ts';
import { formatType } from './types.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the line Session of, and that no attribute of callers has the name of the session. */
export function checkSessionRecords(service: Service, report: Report): void {
  const says = {
    second: diagnostics['second-sessions'],
    cannotBe: diagnostics['session-of'],
    created: diagnostics['session-created'],
  };
  const sessions = checkCreatingLine(service, { line: 'sessionOf', explain: explainNoSessions, says }, report);
  const own = service.authentication.caller.find(
    ({ name, ofSession }) => name.value === sessionAttribute && ofSession !== true,
  );
  if (sessions !== undefined && own !== undefined)
    report(diagnostics['session-attribute'](own.name.span, sessions.sessionOf!.span));
}

/** Checks a field that is `assigned from session.…`. */
export function checkSessionValue(
  service: Service,
  resource: ResourceModel,
  field: FieldModel,
  { path: { value, span } }: ConstraintModel & { readonly kind: 'assigned from' },
  report: Report,
): void {
  const known = readSessionValue(value);
  if (known === undefined) {
    const names = Object.keys(sessionValues).map((name) => `session.${name}`);
    report(diagnostics['unknown-session-value'](span, value, findNearest(value, names)));
    return;
  }
  if (resource.sessionOf === undefined) {
    report(diagnostics['session-value-elsewhere'](span, value, resource.name.value));
    return;
  }
  const { type } = field;
  if (type === undefined) return;
  const isPlain = type.kind === 'string' || type.kind === 'integer';
  const fits =
    sessionValues[known] === 'moment'
      ? isPlain && findFormat(type)?.clock !== undefined
      : type.kind === 'string' && type.format === undefined;
  if (!fits) {
    const due = sessionValues[known] === 'moment' ? 'a time, such as a `date-time`' : 'a `string`';
    report(diagnostics['session-value-type'](span, value, formatType(service, field), due));
    return;
  }
  const limit = field.constraints.find(
    (constraint) =>
      constraint.kind === 'pattern' ||
      (constraint.kind === 'range' && (constraint.unit === 'bytes' || Number(constraint.from ?? 0) > 0)),
  );
  if (limit !== undefined) report(diagnostics['session-value-limited'](limit.span, value));
}
