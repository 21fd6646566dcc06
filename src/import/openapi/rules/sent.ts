import type { LossSink } from '../../ledger/ledger.ts';
import { formatField } from '../../page/text.ts';
import { isTrue, type Tree } from '../../source/tree.ts';
import type { ApiOperation, ApiParameter } from '../api.ts';
import { findMedia, listRequired, type Shape } from '../bodies.ts';
import type { Schemas } from '../model.ts';
import { readType } from '../types.ts';
import type { Candidate } from './contract.ts';

/** The fields of a record that a request takes. */
export interface Sent {
  readonly shape: Shape;
  readonly takes: readonly string[];
  readonly requires: ReadonlyMap<string, Tree>;
  readonly fieldSays: ReadonlyMap<string, Tree>;
  /** The schema of the body. */
  readonly body: Tree;
  lose(losses: LossSink): void;
}

/**
 * Reads the body of a write: each member is a field of the record with the same type. `marks` writes `?` after members that may be left
 * out; without it, as in an update, all may be.
 */
export function readSent(candidate: Candidate, { body }: ApiOperation, marks: boolean): Sent | undefined {
  const { schemas, schema, facets, name, identity } = candidate;
  const media = body === undefined ? undefined : findMedia(body.content, 'json');
  if (body === undefined || media?.schema === undefined) return undefined;
  const { target, says, nullable } = schemas.unwrap(media.schema);
  const sent = schemas.facetsOf(target);
  if (nullable.length > 0 || sent.types.size !== 1 || !sent.types.has('object') || sent.alternatives.length > 0)
    return undefined;
  const takes: string[] = [];
  const fieldSays = new Map<string, Tree>();
  const lost: Tree[] = [];
  for (const [field, property] of sent.properties) {
    if (isTrue(schemas.facetsOf(property).keywords.get('readOnly'))) continue;
    const own = facets.properties.get(field);
    if (own === undefined || formatField(field) === undefined) return undefined;
    if (own !== property && plainType(candidate, own) !== plainType(candidate, property)) return undefined;
    if (field === identity && !sent.required.has(field)) {
      if (property !== own) lost.push(property);
      continue;
    }
    if (field === identity && !marks) continue;
    takes.push(field);
    fieldSays.set(field, property);
  }
  if (takes.length === 0) return undefined;
  const isWhole = target === schema;
  const list = takes.map(
    (field) => `${formatField(field)?.replace(/`/g, '')}${marks && !sent.required.has(field) ? '?' : ''}`,
  );
  if (!isWhole && takes.some((field) => !/^[A-Za-z0-9_]+$/.test(field))) return undefined;
  const others = body.content.filter((one) => one !== media && one.schema !== media.schema);
  return {
    shape: {
      text: isWhole ? `\`${name}\`` : `\`${name}(${list.join(', ')})\``,
      says: [...body.refs, ...listRequired(body), ...says, ...sent.refs, ...sent.typeSays],
    },
    takes,
    requires: sent.required,
    fieldSays,
    body: target,
    lose(losses) {
      for (const tree of lost) losses.lose(tree, '`assigned`', 'An identity is sent by every client or by none.');
      for (const { schema: other, type } of others)
        losses.lose(other, `the body of \`${media.type}\``, `A page states one media type; this body is \`${type}\`.`);
    },
  };
}

function plainType({ schemas }: Candidate, property: Tree): string {
  return formatStructure(schemas, property, 0);
}

/** Writes the structure of a type: two objects with the same fields are alike, whatever their names. */
function formatStructure(schemas: Schemas, property: Tree, depth: number): string {
  const { target } = schemas.unwrap(property);
  const facets = schemas.facetsOf(target);
  if (facets.alternatives.length > 0 || depth > 4) return `at ${target.file.name} ${target.start}`;
  const inner = (tree: Tree): string => formatStructure(schemas, tree, depth + 1);
  if (facets.properties.size > 0) {
    const members = [...facets.properties].map(
      ([name, one]) => `${name}${facets.required.has(name) ? '' : '?'}: ${inner(one)}`,
    );
    return `{ ${members.toSorted().join(', ')} }`;
  }
  const items = facets.keywords.get('items');
  if (facets.types.has('array') && items?.kind === 'map') return `${inner(items)}[]`;
  const silent = { ...schemas, losses: { lose: () => undefined, rename: () => undefined } };
  return readType(silent, property, 'value').type.replace(/ or null$/, '');
}

/** Whether an operation has only parameters that may be left out, except for those of its path. */
export function hasOptionalParameters({ parameters }: ApiOperation): boolean {
  return parameters.every((parameter) => parameter.in === 'path' || !parameter.isRequired);
}

/** Records the parameters that an operation of a record does not take. */
export function loseParameters(losses: LossSink, parameters: readonly ApiParameter[]): void {
  for (const { tree, in: where } of parameters) {
    if (where !== 'path') losses.lose(tree, 'nothing', 'An operation of a record has no such parameter.');
  }
}
