import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Name, Span } from '../../../text/location.ts';
import { has } from '../../resolve/definitions.ts';
import { getSentContent, getStatedContent } from '../../resolve/files/contents.ts';
import { createOperationNames, resolveOperations } from '../../resolve/operation-names.ts';
import type { Service } from '../../service.ts';
import { findFieldByName, resolveOperation } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { OperationModel, PreconditionModel } from '../model.ts';
import { findOperationKind } from '../operations/index.ts';
import { resolvePath } from '../resolve/path.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Asks whether Idempotency rows name operations that change something, each in one row. */
export function checkIdempotency(service: Service, report: Report): void {
  const seen = new Map<OperationModel, Span>();
  const wide = new Set<string>();
  for (const row of service.endpoints.idempotency) {
    for (const name of listDistinct(row.operations)) {
      const operations = resolveOperations(service, name.value);
      if (isRepeated(wide, name.value, operations)) {
        const told = findFirstLocated(operations, (operation) => seen.get(operation));
        if (told !== undefined) report(diagnostics['duplicate-idempotency'](name.span, told[0].name.text, told[1]));
        continue;
      }
      for (const operation of operations) {
        const isSingle = operation.name.text === name.value;
        const standard = findOperationKind(operation.name).request === 'by its standard';
        if (isSafe(operation)) {
          if (isSingle) report(diagnostics['safe-idempotency'](name.span, name.value));
        } else if (standard) {
          if (isSingle) report(diagnostics['standard-idempotency'](name.span, name.value));
        } else {
          const first = seen.get(operation);
          if (first === undefined) seen.set(operation, name.span);
          else report(diagnostics['duplicate-idempotency'](name.span, operation.name.text, first));
        }
      }
    }
  }
}

/** Asks whether Preconditions rows name operations on which their header means something, each once. */
export function checkPreconditions(service: Service, report: Report): void {
  const seen = new Map<string, Span>();
  const wide = new Set<string>();
  for (const row of service.endpoints.preconditions) {
    const header = row.header?.value;
    for (const name of listDistinct(row.operations)) {
      const operations = resolveOperations(service, name.value);
      if (header === undefined) continue;
      if (isRepeated(wide, `${header} ${name.value}`, operations)) {
        const told = findFirstLocated(operations, (operation) => seen.get(`${header} ${operation.name.text}`));
        if (told !== undefined)
          report(diagnostics['duplicate-condition'](name.span, told[0].name.text, header, told[1]));
        continue;
      }
      for (const operation of operations) {
        const { text } = operation.name;
        if (!canAsk(service, operation, header)) {
          if (text === name.value) report(diagnostics['no-condition-here'](name.span, text, header));
          continue;
        }
        const key = `${header} ${text}`;
        const first = seen.get(key);
        const fresh = header === 'If-Match' && row.whenAbsent?.value === 'refused' && explainNew(service, operation);
        if (fresh) report(diagnostics['required-of-new'](name.span, text, fresh));
        if (first === undefined) seen.set(key, name.span);
        else report(diagnostics['duplicate-condition'](name.span, text, header, first));
      }
    }
  }
}

/** The names of a row, each once: a repeated one is reported for its column. */
function listDistinct(names: readonly Name[]): readonly Name[] {
  return [...new Map(names.toReversed().map((name) => [name.value, name])).values()].toReversed();
}

/** Whether a name of several operations has stood there before: then one of them is reported, so that many rows of `all` stay cheap. */
function isRepeated(wide: Set<string>, key: string, operations: readonly OperationModel[]): boolean {
  if (operations.length < 2) return false;
  if (wide.has(key)) return true;
  wide.add(key);
  return false;
}

/** The first of the operations that has a place, and that place. */
function findFirstLocated(
  operations: readonly OperationModel[],
  placeOf: (operation: OperationModel) => Span | undefined,
): readonly [OperationModel, Span] | undefined {
  for (const operation of operations) {
    const place = placeOf(operation);
    if (place !== undefined) return [operation, place];
  }
  return undefined;
}

/** Whether an operation changes nothing: it needs no key. */
export function isSafe(operation: OperationModel): boolean {
  return findOperationKind(operation.name).changes === 'never' || operation.method?.value === 'GET';
}

/** Whether the path of code, or a Record line, names its own record. */
function findsOwnRecord(about: ReturnType<typeof resolveOperation>): boolean {
  if (about.operation.record !== undefined) return true;
  return resolvePath(about).segments.some((place) => place.kind === 'placeholder' && place.of === 'own');
}

/** Explains that an operation may store a thing without an ETag: a record whose address the client chooses, or a first file. */
function explainNew(service: Service, operation: OperationModel): string | undefined {
  const { byPut, creation, resource } = resolveOperation(service, operation);
  if (byPut || creation !== undefined) return 'creates a record';
  const content = getSentContent(operation);
  const field = content === undefined ? undefined : resource && findFieldByName(resource, content);
  if (field?.type?.kind !== 'file' || has(field, 'required')) return undefined;
  const { of } = createOperationNames(service);
  const isRead = of.get(resource!.name.value)?.some((other) => getStatedContent(other) === content);
  return isRead ? 'stores a first file' : undefined;
}

/** Whether a header of a condition means something on an operation. */
export function canAsk(
  service: Service,
  operation: OperationModel,
  header: NonNullable<PreconditionModel['header']>['value'],
): boolean {
  const about = resolveOperation(service, operation);
  const { member, byPut } = about;
  if (member.finds === 'record' || byPut) return true;
  if (member.finds === 'perhaps a record') return findsOwnRecord(about);
  return header === 'If-None-Match' && member.finds === 'records';
}
