import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { parseShape } from '../../../shape/parse.ts';
import type { MemberSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import type { Span } from '../../../text/location.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveAnswer } from '../../resolve/shapes.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { findCycles } from './cycles.ts';

/** Checks the lines `Shown as`: each a shape of its own resource, none leading back to itself. */
export function checkShown(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const needs = new Map<string, readonly string[]>();
  for (const { name, shownAs } of service.resources.resources) {
    if (shownAs === undefined) continue;
    const { shape, diagnostics: found } = parseShape(shownAs);
    for (const diagnostic of found) report(diagnostic);
    if (shape === undefined) continue;
    const own = shape.kind === 'object' || (shape.kind === 'name' && shape.name.value === name.value);
    if (!own) report(describeShape(name.value, shownAs.span, found.length === 0 ? shape : undefined));
    else if (found.length === 0) {
      const environment = () => createEnvironments(service).shownAs(name.value);
      const context = { service, place: 'shown as', resource: name.value, roles: [], environment } as const;
      for (const diagnostic of resolveAnswer(shape, context).diagnostics) report(diagnostic);
    }
    const names: string[] = [];
    gather(shape, names);
    needs.set(
      name.value,
      names.filter((other) => other !== name.value),
    );
  }
  for (const path of findCycles(needs)) {
    const first = service.resources.resources.find((resource) => resource.name.value === path[0]);
    if (first?.shownAs !== undefined) {
      report(diagnostics['shown-as-cycle'](first.shownAs.span, [...path, path[0]!].slice(0, 10).join(' → ')));
    }
  }
}

/** Describes a line that is not a shape of its resource: another name before chosen fields is the edit, the fields stay. */
function describeShape(resource: string, span: Span, shape: ShapeSyntax | undefined): Diagnostic {
  const hasPicks = shape?.kind === 'name' && shape.picks !== undefined;
  return diagnostics['shown-as'](hasPicks ? shape.name.span : span, resource, hasPicks);
}

/** The bare names in a shape: they mean what the line `Shown as` of that resource says. */
function gather(shape: ShapeSyntax, names: string[]): void {
  if (shape.kind === 'list') gather(shape.item, names);
  else if (shape.kind === 'object') gatherMembers(shape.members, names);
  else if (shape.kind === 'name') {
    if (shape.picks === undefined) names.push(shape.name.value);
    else gatherMembers(shape.picks.members, names);
  }
}

function gatherMembers(members: readonly MemberSyntax[], names: string[]): void {
  for (const { shape } of members) gather(shape, names);
}
