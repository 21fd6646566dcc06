import type { Span } from '../../../text/location.ts';
import type { OperationModel, OperationName, PathSegment } from '../model.ts';
import { findOperationKind } from '../operations/index.ts';

type Path = NonNullable<OperationModel['path']>;

/** Returns the name of the field that is the identity of a resource; undefined for an unknown resource. */
export type IdentityOf = (resource: string) => string | undefined;

/**
 * Builds the path of an operation whose row has several: the path of the records for `create` and `list`, of one record for the others,
 * and below it the verb of a transition. The Path of the row may be either of the first two.
 */
export function buildPath(path: Path, { verb, resource, ...name }: OperationName, identityOf: IdentityOf): Path {
  const { name: kind } = findOperationKind({ verb, ...(resource === undefined ? {} : { resource }), ...name });
  const endsInRecord = path.segments.at(-1)?.kind === 'placeholder';
  if (kind === 'create' || kind === 'list')
    return endsInRecord ? formPath(path.segments.slice(0, -1), path.span) : path;
  const identity = { value: identityOf(resource?.value ?? '') ?? 'id', span: path.span };
  const own: PathSegment = { kind: 'placeholder', names: [identity], span: path.span };
  const segments = endsInRecord ? path.segments : [...path.segments, own];
  return formPath(
    kind === 'transition' ? [...segments, { kind: 'fixed', text: verb, span: name.span }] : segments,
    path.span,
  );
}

function formPath(segments: readonly PathSegment[], span: Span): Path {
  const texts = segments.map((segment) =>
    segment.kind === 'fixed' ? segment.text : `{${segment.names.map(({ value }) => value).join('.')}}`,
  );
  return { text: `/${texts.join('/')}`, segments, span };
}
