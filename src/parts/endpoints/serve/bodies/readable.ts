import { then } from '../../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { FieldError, MaybePromise } from '../../../../contracts/record.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import type { OperationPlan, ResponsePlan } from '../../../../plan/operation.ts';
import { getResourceOperations } from '../../../../plan/records/readers.ts';
import type { AnswerShape } from '../../../../plan/shape.ts';
import { createKnownBy, createQueriesTo } from '../../../authentication/serve/known.ts';
import { parsePatch } from './json-patch.ts';
import type { SentPlan } from './sent.ts';

/** A path into a record; `*` is an item of a list. */
type Path = readonly string[];

/** Whether responses show all of the value at a path. */
type Shows = (path: Path) => boolean;

/** The part of a patch that names a value: the operation, the path, and the message if the caller cannot read it. */
interface Named {
  readonly at: number;
  readonly path: Path;
  readonly message: string;
}

/** The fields and responses that a patch is checked against. */
export interface ReadableFields {
  /** The fields that the Request takes, at their paths in the document that is patched. */
  readonly sent: readonly SentPlan[];
  /** The responses of the operation, by the names of the fields that are sent. */
  readonly responses: readonly ResponsePlan[];
  /** The fields that a sent one becomes; left out: the field itself. */
  becomes?(field: string): readonly string[];
}

/**
 * Creates the check that the operations `test`, `copy` and `move` of a JSON Patch name only values that the caller may read. The
 * response of the operation shows them, or a read or list of the record that the caller may call. Others do not exist for them.
 */
export function createReadableCheck(
  op: OperationContext,
  { sent, responses, becomes }: ReadableFields,
): (ctx: RequestContext) => MaybePromise<readonly FieldError[]> {
  const own = showsInAll(responses);
  const readers = createReaders(op);
  return (ctx) => {
    const named = listNamedValues(ctx.body).filter(({ path }) => !mayName(sent, path, own));
    if (named.length === 0) return [];
    const check = (left: readonly Named[], at: number): MaybePromise<readonly FieldError[]> => {
      const reader = readers[at];
      if (left.length === 0 || reader === undefined) {
        return left
          .slice(0, 1)
          .map(({ at: index, message }) => ({ pointer: `/${index}`, problem: 'constraint', message }));
      }
      const shows: Shows = (path) => {
        if (becomes === undefined) return reader.shows(path);
        const fields = becomes(path[0]!);
        return fields.length > 0 && fields.every((field) => reader.shows([field]));
      };
      const others = left.filter(({ path }) => !mayName(sent, path, shows));
      if (others.length === left.length) return check(left, at + 1);
      return then(reader.finds(ctx), (found) => check(found ? others : left, at + 1));
    };
    return check(named, 0);
  };
}

/** The values that a patch reads. */
function listNamedValues(body: unknown): readonly Named[] {
  const operations = parsePatch(body);
  if (!('length' in operations)) return [];
  return operations.flatMap((operation, at): Named[] => {
    if (operation.op === 'test') return [{ at, path: operation.path, message: 'has a path that does not exist' }];
    if (operation.op !== 'copy' && operation.op !== 'move') return [];
    return [{ at, path: operation.from, message: 'has a from that does not exist' }];
  });
}

/** Whether a path names only values of fields that are shown, or values of the Request alone. */
function mayName(sent: readonly SentPlan[], path: Path, shows: Shows): boolean {
  return sent.every(({ field, path: place }) => {
    const shared = Math.min(place.length, path.length);
    if (place.slice(0, shared).some((name, i) => path[i] !== name)) return true;
    return shows([field, ...path.slice(place.length)]);
  });
}

/** An operation by which the caller may read the record. */
interface Reader {
  readonly shows: Shows;
  /** Whether the caller may read the record of the request by it. */
  finds(ctx: RequestContext): MaybePromise<boolean>;
}

function createReaders({ plan, operation, resource, store }: OperationContext): readonly Reader[] {
  if (resource === undefined) return [];
  const { name, identity } = resource.plan;
  const reads = (other: OperationPlan): boolean =>
    (other.kind === 'read' || other.kind === 'list') &&
    (other.record === undefined || other.record === operation.record);
  return getResourceOperations(plan, name)
    .filter(reads)
    .map((other) => {
      const queryFor = createQueriesTo(store, name, [{ kind: 'equal', field: identity }], createKnownBy([[other]]));
      return {
        shows: showsInAll(other.responses),
        finds(ctx) {
          const query = queryFor(ctx.caller);
          if (query === undefined) return false;
          const values = { conditions: [ctx.before![identity]], caller: ctx.caller?.values, now: ctx.now };
          return then((ctx.transaction?.bind(query) ?? query).one(values), (row) => row !== undefined);
        },
      };
    });
}

/** Responses show a value if each of them does: the record decides which one is sent. */
function showsInAll(responses: readonly ResponsePlan[]): Shows {
  const shown = responses.map(({ shape }) => (shape === undefined ? [] : listShownPaths(shape, [])));
  return (path) => shown.length > 0 && shown.every((paths) => paths.some((known) => covers(known, path)));
}

function covers(known: Path, path: Path): boolean {
  return known.length <= path.length && known.every((name, i) => name === '*' || name === path[i]);
}

/** The paths of the values of the record that a response shows as a whole. */
function listShownPaths(shape: AnswerShape, before: Path): readonly Path[] {
  switch (shape.kind) {
    case 'object':
      return shape.members.flatMap((member) => listShownPaths(member.shape, before));
    case 'field':
      return [[...before, ...shape.path]];
    case 'picked':
      return listShownPaths(shape.item, [...before, ...shape.path, ...(shape.list ? ['*'] : [])]);
    case 'records':
      return listShownPaths(shape.item, before);
    default:
      return [];
  }
}
