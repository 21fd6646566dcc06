import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { slice } from '../../../text/location.ts';
import type { Service } from '../../service.ts';
import { type About, resolveOperation } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { OperationModel, PathSegment } from '../model.ts';
import { resolvePath } from '../resolve/path.ts';

type Path = NonNullable<OperationModel['path']>;

/** Asks that names, and methods with paths, stand once, and that paths of one form use the same names. */
export function checkRoutes(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const names = new Map<string, OperationModel>();
  /** By the form of a path: the first that has it, and of each method the first operation with it. */
  const forms = new Map<string, { readonly first: Path; readonly operations: OperationModel[] }>();
  for (const operation of service.endpoints.operations) {
    const { name, method, path } = operation;
    const before = names.get(name.text);
    if (before === undefined) names.set(name.text, operation);
    // Two rows that begin with the same words are told of where rows are recognised.
    else if (slice(service.source, before.name.span) !== slice(service.source, name.span)) {
      report(diagnostics['duplicate-operation'](name.as?.span ?? name.span, name.text, before.name.span));
    }
    if (path === undefined) continue;
    let form = '';
    for (const segment of path.segments) form += segment.kind === 'fixed' ? `/${segment.text}` : '/{}';
    const known = forms.get(form);
    if (known === undefined) {
      forms.set(form, { first: path, operations: method === undefined ? [] : [operation] });
      continue;
    }
    checkPlaceholderNames(resolveOperation(service, operation), known.first, path, report);
    if (method === undefined) continue;
    const first = known.operations.find((other) => other.method!.value === method.value);
    if (first === undefined) known.operations.push(operation);
    else
      report(
        diagnostics['duplicate-route'](path.span, `${method.value} ${path.text}`, first.name.text, first.path!.span),
      );
  }
}

function checkPlaceholderNames(
  about: About,
  first: Path,
  second: Path,
  report: (diagnostic: Diagnostic) => void,
): void {
  second.segments.forEach((segment, index) => {
    const other = first.segments[index];
    if (segment.kind !== 'placeholder' || other?.kind !== 'placeholder') return;
    const [found, wanted] = [format(segment), format(other)];
    if (found === wanted) return;
    const path = { ...second, segments: second.segments.with(index, other) };
    const isRepeated = second.segments.some((one) => one.kind === 'placeholder' && format(one) === wanted);
    const fits =
      !isRepeated && resolvePath({ ...about, operation: { ...about.operation, path } }).diagnostics.length === 0;
    report(diagnostics['other-placeholder'](segment.span, found, wanted, { first: other.span, fits }));
  });
}

function format({ names }: PathSegment & { readonly kind: 'placeholder' }): string {
  return `{${names.map((name) => name.value).join('.')}}`;
}
