import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findNearestAmongFew } from '../../../text/limited-suggestions.ts';
import { slice } from '../../../text/location.ts';
import { collectDefinitions, findMachine, hasUnclearMachine } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { FieldModel, TypeModel } from '../model.ts';
import type { Owner } from '../owner.ts';
import { findMeantType } from '../read/type-words.ts';
import { plainTypes } from '../words.ts';
import { findDeepObject, mostLevels } from './nested-objects.ts';
import { findRecursiveObjects } from './recursive-objects.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks types: that names stand for something, and states stand where they may. */
export function checkTypes(service: Service, owners: readonly Owner[], report: Report): void {
  for (const owner of owners) {
    for (const field of owner.model.fields) {
      if (field.type === undefined) continue;
      if (field.type.kind === 'state') checkState(service, owner, field, report);
      else if (field.type.kind === 'file') checkFile(service, owner, field, report);
      else checkType(service, field.type, report);
    }
  }
  for (const { object, path } of findRecursiveObjects(service.resources))
    report(diagnostics['recursive-object'](object.name.span, path));
  const deep = findDeepObject(service.resources);
  if (deep !== undefined) report(diagnostics['deep-object'](deep.name.span, deep.name.value, mostLevels));
}

/** The words of a field's type, for messages. */
export function formatType(service: Service, field: Pick<FieldModel, 'type'>): string {
  return `\`${slice(service.source, field.type!.span)}\``;
}

/** A bounded number of candidates, so that many unknown names take no longer than few. */
function limitCandidates(names: Iterable<string>): readonly string[] {
  return Iterator.from(names).take(300).toArray();
}

function checkType(service: Service, type: TypeModel, report: Report): void {
  let inner = type;
  while (inner.kind === 'list' || inner.kind === 'map') inner = inner.item;
  const { resources, objects, unions } = collectDefinitions(service);
  switch (inner.kind) {
    case 'state':
      report(diagnostics['state-in-object'](inner.span));
      return;
    case 'file':
      report(diagnostics['file-place'](inner.span));
      return;
    case 'one of':
      checkValues(inner, report);
      return;
    case 'ref': {
      const { value, span } = inner.resource;
      if (resources.has(value)) return;
      if (objects.has(value) || unions.has(value)) report(diagnostics['ref-to-object'](inner.span, value));
      else report(diagnostics['unknown-resource'](span, value, findNearestAmongFew(service, value, resources.keys())));
      return;
    }
    case 'named': {
      const { value, span } = inner.name;
      if (objects.has(value) || unions.has(value)) return;
      if (resources.has(value)) report(diagnostics['resource-as-type'](span, value));
      else report(diagnostics['unknown-name'](span, value, findSimilarType(service, value)));
      return;
    }
  }
}

function findSimilarType(service: Service, value: string): string | undefined {
  const { resources, objects, unions } = collectDefinitions(service);
  const meant = findMeantType(value);
  if (meant !== undefined) return meant;
  const near = findNearestAmongFew(service, value, [
    ...plainTypes,
    ...limitCandidates(objects.keys()),
    ...limitCandidates(unions.keys()),
    ...limitCandidates(resources.keys()),
  ]);
  return near !== undefined && resources.has(near) ? `ref ${near}` : near;
}

function checkValues(type: TypeModel & { readonly kind: 'one of' }, report: Report): void {
  const seen = new Map<string, TypeModel['span']>();
  for (const { value, span } of type.values) {
    const before = seen.get(value);
    if (before === undefined) seen.set(value, span);
    else report(diagnostics['duplicate-value'](span, value, before));
  }
}

const ofFiles: ReadonlySet<string> = new Set(['required', 'range', 'media types', 'direction']);

function checkFile(service: Service, owner: Owner, field: FieldModel, report: Report): void {
  if (owner.kind === 'object') report(diagnostics['file-place'](field.type!.span));
  for (const { kind, span } of field.constraints) {
    if (!ofFiles.has(kind)) report(diagnostics['file-constraint'](span, slice(service.source, span)));
  }
}

function checkState(service: Service, owner: Owner, field: FieldModel, report: Report): void {
  const type = field.type!;
  if (owner.kind === 'object' || type.nullable) {
    report(diagnostics['state-in-object'](type.span));
    return;
  }
  for (const constraint of field.constraints) {
    const { kind, span } = constraint;
    const hides = kind === 'direction' && (constraint.word === 'internal' || constraint.word === 'read-only');
    if (!hides) report(diagnostics['state-constraint'](span, slice(service.source, span)));
  }
  const isGap = service.aspects.some(({ part, aspect, status }) => {
    return part === 'states' && aspect === 'states' && (status === 'not shown' || status === 'missing');
  });
  if (isGap || findMachine(service, owner.model, field.name.value) !== undefined) return;
  if (hasUnclearMachine(service, owner.model)) return;
  report(diagnostics['no-states'](type.span, owner.model.name.value, field.name.value));
}
