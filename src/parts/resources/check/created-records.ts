import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isPlainName } from '../../../text/limited-suggestions.ts';
import type { Span } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { isNotShown } from '../../not-shown.ts';
import { collectDefinitions } from '../../resolve/definitions.ts';
import { listRunByEffects } from '../../resolve/effects/run.ts';
import type { Service } from '../../service.ts';
import type { ResourceModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** A line below a resource whose records a log in or a sign in creates, such as `Session of`. */
export interface CreatingLine {
  readonly line: 'sessionOf' | 'accountOf';
  /** Explains why the records of a resource with the line cannot be what it says. */
  explain(service: Service, resource: ResourceModel): string | undefined;
  readonly says: {
    second(span: Span, resource: string, first: string, at: Span): Diagnostic;
    cannotBe(span: Span, resource: string, why: string, near?: string): Diagnostic;
    created(span: Span, by: string, resource: string): Diagnostic;
  };
}

/** Checks that one resource has the line, that its records can be what the line says, and that nothing else creates them. Returns the resource. */
export function checkCreatingLine(
  service: Service,
  { line, explain, says }: CreatingLine,
  report: Report,
): ResourceModel | undefined {
  const [first, ...others] = service.resources.resources.filter((resource) => resource[line] !== undefined);
  if (first === undefined) return undefined;
  const { value, span } = first[line]!;
  for (const other of others) report(says.second(other[line]!.span, other.name.value, first.name.value, span));
  const known = collectDefinitions(service).resources;
  if (!known.has(value)) {
    const near = findNearest(value, [...known.keys()].filter(isPlainName));
    report(says.cannotBe(span, first.name.value, `there is no resource \`${value}\``, near));
    return undefined;
  }
  const problem = explain(service, first);
  if (problem !== undefined) report(says.cannotBe(span, first.name.value, problem));
  checkCreated(service, first.name.value, (at, by) => report(says.created(at ?? span, by, first.name.value)));
  return first;
}

function checkCreated(service: Service, resource: string, report: (at: Span | undefined, by: string) => void): void {
  for (const { name, responses } of service.endpoints.operations) {
    if (name.resource?.value !== resource) continue;
    const creates = !isNotShown(responses) && responses.some(({ isNew }) => isNew !== undefined);
    if (name.verb === 'create' || (name.verb === 'replace' && creates)) report(name.span, name.text);
  }
  if (listRunByEffects(service).has(`create ${resource}`)) report(undefined, 'An Effect');
}
