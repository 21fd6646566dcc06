import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { SegmentPlan } from '../../../plan/operation.ts';
import { memo } from '../../../text/memo.ts';
import { collectDefinitions, findSimilarField, has } from '../../resolve/vocabulary.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import { type About, findFieldByName, getIdentityName } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { PathSegment } from '../model.ts';

type Placeholder = Extract<PathSegment, { kind: 'placeholder' }>;

/** Resolves the placeholders of an operation's path, and asks whether they find what the operation is about. */
export function resolvePath(about: About): {
  readonly segments: readonly SegmentPlan[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const found: Diagnostic[] = [];
  const segments: SegmentPlan[] = [];
  const stated = about.operation.path?.segments ?? [];
  for (const segment of stated) {
    if (segment.kind === 'fixed') segments.push({ kind: 'fixed', text: segment.text });
    else {
      const made = resolvePlaceholder(about, segment, found);
      if (made !== undefined) segments.push(made);
    }
  }
  if (found.length === 0 && segments.length === stated.length) checkFound(about, segments, found);
  // Cut to its length: a hundred thousand operations cannot spare the room that pushing leaves.
  return { segments: segments.slice(), diagnostics: found };
}

/** The fields of the operation's own record that a path fixes. */
export function listFixedFields(segments: readonly SegmentPlan[]): readonly string[] {
  return segments.flatMap((segment) =>
    segment.kind === 'placeholder' && segment.of !== 'input' ? [segment.field] : [],
  );
}

function formatPlaceholder(segment: Placeholder): string {
  return segment.names.map((name) => name.value).join('.');
}

function resolvePlaceholder(about: About, segment: Placeholder, found: Diagnostic[]): SegmentPlan | undefined {
  const { member, resource, operation } = about;
  const name = formatPlaceholder(segment);
  const [first, by] = segment.names;
  if (member.finds === 'nothing') {
    found.push(
      diagnostics['placeholder-mismatch'](segment.span, name, `\`${operation.name.text}\` takes nothing from its path`),
    );
    return undefined;
  }
  if (operation.name.resource === undefined) {
    if (by === undefined) return { kind: 'placeholder', name, of: 'input', field: name };
    found.push(diagnostics['placeholder-mismatch'](segment.span, name, 'the operation has no resource'));
    return undefined;
  }
  if (resource === undefined) return undefined;
  const field = findFieldByName(resource, first!.value);
  if (field === undefined) {
    // the placeholder of a shared row is not written: the resource has no identity, which is a diagnostic there
    if (first!.span === segment.span) return undefined;
    const near = proposeField(about, resource, suggestPlaceholder(resource, first!.value));
    found.push(diagnostics['unknown-placeholder'](first!.span, first!.value, resource.name.value, near));
    return undefined;
  }
  if (field.type?.kind === 'ref') return resolveParent(about, segment, field, found);
  if (by !== undefined) {
    found.push(diagnostics['placeholder-mismatch'](segment.span, name, `\`${first!.value}\` is not a \`ref\` field`));
    return undefined;
  }
  const why = explainUnfitField(about, resource, field);
  if (why === undefined) return { kind: 'placeholder', name, of: 'own', field: name };
  found.push(diagnostics['placeholder-mismatch'](segment.span, name, why.why, why.suggestion));
  return undefined;
}

/** `{customer_id}` is meant to be `{customer}`, `{invoice_id}` to be `{id}`. */
function suggestPlaceholder(resource: ResourceModel, name: string): string | undefined {
  const bare = name.replace(/(_id|Id|ID|-id)$/, '');
  const found = findFieldByName(resource, bare);
  if (found !== undefined && bare !== name) return bare;
  const own = bare.replace(/[_-]/g, '').toLowerCase() === resource.name.value.toLowerCase();
  return own ? getIdentityName(resource) : findSimilarField(resource, name);
}

function resolveParent(
  about: About,
  segment: Placeholder,
  field: FieldModel,
  found: Diagnostic[],
): SegmentPlan | undefined {
  const name = formatPlaceholder(segment);
  const [, by] = segment.names;
  const target = field.type?.kind === 'ref' ? field.type.resource.value : '';
  const other = collectDefinitions(about.service).resources.get(target);
  const base = { kind: 'placeholder', name, of: 'parent', field: field.name.value } as const;
  if (by === undefined || other === undefined) return base;
  const through = findFieldByName(other, by.value);
  if (through === undefined) {
    const similar = findSimilarField(other, by.value);
    const near = similar !== undefined && findsOne(other, similar) ? similar : undefined;
    found.push(diagnostics['unknown-placeholder'](by.span, by.value, other.name.value, near));
    return undefined;
  }
  if (by.value === getIdentityName(other)) return base;
  if (!findsOne(other, by.value)) {
    found.push(
      diagnostics['placeholder-mismatch'](
        by.span,
        name,
        `\`${by.value}\` of \`${other.name.value}\` is not \`unique\``,
      ),
    );
    return undefined;
  }
  return { ...base, by: by.value };
}

/** Whether a field alone finds one record: the identity, or a `unique` one. */
function findsOne(resource: ResourceModel, name: string): boolean {
  return (
    indexIdentifyingSets(resource)
      .get(name)
      ?.some((set) => set.length === 1) === true
  );
}

/** A field as a suggestion for a placeholder: left out if the path could not have it. */
function proposeField(about: About, resource: ResourceModel, name: string | undefined): string | undefined {
  const field = name === undefined ? undefined : findFieldByName(resource, name);
  if (field === undefined || about.operation.path?.text.includes(`{${name}}`) === true) return undefined;
  return field.type?.kind === 'ref' || explainUnfitField(about, resource, field) === undefined ? name : undefined;
}

function proposePlaceholder(about: About, resource: ResourceModel, name = getIdentityName(resource)) {
  const field = proposeField(about, resource, name);
  return field === undefined ? undefined : `{${field}}`;
}

/** The sets of fields that find one record (the identity, a `unique` field, the fields of a `unique with`; the index of one that ignores case does not find it), by each field. */
const indexIdentifyingSets = memo((resource: ResourceModel): ReadonlyMap<string, readonly (readonly string[])[]> => {
  const identity = getIdentityName(resource);
  const sets = resource.fields.flatMap((field) =>
    field.constraints.flatMap((constraint) =>
      constraint.kind === 'unique' && constraint.ignoring === undefined
        ? [[field.name.value, ...constraint.with.map((name) => name.value)]]
        : [],
    ),
  );
  const byField = new Map<string, (readonly string[])[]>();
  for (const set of identity === undefined ? sets : [[identity], ...sets]) {
    for (const name of new Set(set)) {
      const before = byField.get(name);
      if (before === undefined) byField.set(name, [set]);
      else before.push(set);
    }
  }
  return byField;
});

function explainUnfitField(
  about: About,
  resource: ResourceModel,
  field: FieldModel,
): { readonly why: string; readonly suggestion?: string | undefined } | undefined {
  const name = field.name.value;
  const { finds } = about.member;
  const { replaces } = about.operation;
  if (finds === 'records') {
    const refs = resource.fields.filter((other) => other.type?.kind === 'ref');
    const why = 'a list has no single record, and it is not a `ref` field';
    const suggestion = refs.length === 1 ? proposePlaceholder(about, resource, refs[0]!.name.value) : undefined;
    return { why, suggestion };
  }
  if (finds === 'new record' && replaces !== true) {
    if (!about.byPut)
      return { why: 'a new record has no place yet; only a create by PUT takes its identity from the path' };
    if (name !== getIdentityName(resource)) return { why: 'a create by PUT takes the identity from its path' };
    const counted = field.type?.kind === 'integer' && has(field, 'assigned');
    return counted ? { why: `the service counts \`${name}\` (\`assigned\`), so that no path can give it` } : undefined;
  }
  if (indexIdentifyingSets(resource).has(name)) return undefined;
  const isFolded = field.constraints.some(
    (constraint) => constraint.kind === 'unique' && constraint.ignoring === 'case',
  );
  if (isFolded) {
    const exact = `\`${name}\` is unique ignoring case, and a path finds equal values alone`;
    return { why: exact, suggestion: proposePlaceholder(about, resource) };
  }
  const why = `\`${name}\` is neither the identity of \`${resource.name.value}\` nor \`unique\``;
  return { why, suggestion: proposePlaceholder(about, resource) };
}

/** Asks whether the placeholders together find what the operation needs. */
function checkFound(about: About, segments: readonly SegmentPlan[], found: Diagnostic[]): void {
  const { operation, member, resource, byPut } = about;
  const { path, replaces } = operation;
  if (path === undefined) return;
  if (member.finds === 'event') {
    const count = segments.filter((segment) => segment.kind === 'placeholder').length;
    if (count !== 1) found.push(diagnostics['no-record-named'](path.span, operation.name.text, '/{id}'));
    return;
  }
  if (resource === undefined || member.finds === 'records' || member.finds === 'nothing') return;
  const identity = proposePlaceholder(about, resource);
  const hint = identity === undefined ? undefined : `/${identity}`;
  const own = segments.some((segment) => segment.kind === 'placeholder' && segment.of === 'own');
  if (member.finds === 'new record' && replaces !== true) {
    if (byPut && !own) found.push(diagnostics['no-record-named'](path.span, operation.name.text, hint));
    return;
  }
  const fixed = listFixedFields(segments);
  const near = fixed.flatMap((name) => indexIdentifyingSets(resource).get(name) ?? []);
  const sets = near.filter((set) => set.every((name) => fixed.includes(name)));
  const names = (segment: SegmentPlan): boolean =>
    segment.kind === 'placeholder' && segment.of === 'own' && !sets.some((set) => set.includes(segment.field));
  const alone = operation.path!.segments.find((_, index) => segments[index] !== undefined && names(segments[index]));
  if (sets.length > 0 && operation.record === undefined) {
    if (alone?.kind === 'placeholder') found.push(diagnoseUnfitSet(about, alone, resource));
  } else if (sets.length > 0 && operation.record !== undefined) {
    found.push(diagnostics['duplicate-record-reference'](operation.record.span));
  } else if (alone?.kind === 'placeholder') {
    found.push(diagnoseUnfitSet(about, alone, resource));
  } else if (operation.record === undefined && member.finds === 'record') {
    found.push(diagnostics['no-record-named'](path.span, operation.name.text, hint));
  }
}

function diagnoseUnfitSet(about: About, segment: Placeholder, resource: ResourceModel): Diagnostic {
  const name = formatPlaceholder(segment);
  const set = indexIdentifyingSets(resource).get(name)?.[0] ?? [];
  const others = set.filter((field) => field !== name).map((field) => `\`${field}\``);
  const why = `\`${name}\` finds one \`${resource.name.value}\` only with ${others.join(' and ')}, which the path does not name`;
  return diagnostics['placeholder-mismatch'](segment.span, name, why, proposePlaceholder(about, resource));
}
