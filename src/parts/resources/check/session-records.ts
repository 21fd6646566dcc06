import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { sessionAttribute } from '../../../plan/records/sessions.ts';
import { isPlainName } from '../../../text/limited-suggestions.ts';
import { findNearest } from '../../../text/nearest.ts';
import { isNotShown } from '../../not-shown.ts';
import { explainNoSessions, listSessionResources } from '../../resolve/callers/session-records.ts';
import { collectDefinitions } from '../../resolve/definitions.ts';
import { listRunByEffects } from '../../resolve/effects/run.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { findFormat } from '../formats/index.ts';
import type { ConstraintModel, FieldModel, ResourceModel } from '../model.ts';
import { readSessionValue, sessionValues } from '../session-values.ts';
import { formatType } from './types.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the line Session of: one resource has it, its records can be sessions, and no one else creates them. */
export function checkSessionRecords(service: Service, report: Report): void {
  const [first, ...others] = listSessionResources(service);
  for (const other of others)
    report(
      diagnostics['second-sessions'](
        other.sessionOf!.span,
        other.name.value,
        first!.name.value,
        first!.sessionOf!.span,
      ),
    );
  if (first === undefined) return;
  const { value, span } = first.sessionOf!;
  const known = collectDefinitions(service).resources;
  if (!known.has(value)) {
    report(
      diagnostics['session-of'](
        span,
        first.name.value,
        `there is no resource \`${value}\``,
        findNearest(value, [...known.keys()].filter(isPlainName)),
      ),
    );
    return;
  }
  const problem = explainNoSessions(service, first);
  if (problem !== undefined) report(diagnostics['session-of'](span, first.name.value, problem));
  const own = service.authentication.caller.find(
    ({ name, ofSession }) => name.value === sessionAttribute && ofSession !== true,
  );
  if (own !== undefined) report(diagnostics['session-attribute'](own.name.span, span));
  checkCreated(service, first, report);
}

/** Reports what creates a session otherwise: it would have no credential. */
function checkCreated(service: Service, { name: { value }, sessionOf }: ResourceModel, report: Report): void {
  for (const { name, responses } of service.endpoints.operations) {
    if (name.resource?.value !== value) continue;
    const creates = !isNotShown(responses) && responses.some(({ isNew }) => isNew !== undefined);
    if (name.verb === 'create' || (name.verb === 'replace' && creates))
      report(diagnostics['session-created'](name.span, name.text, value));
  }
  if (listRunByEffects(service).has(`create ${value}`))
    report(diagnostics['session-created'](sessionOf!.span, 'An Effect', value));
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
