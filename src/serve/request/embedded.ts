import { toChildrenKey, toEmbeddedKey } from '../../codegen/answers/runtime.ts';
import type { Compiled, CompiledResource } from '../../contracts/compiled.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { Store } from '../../contracts/store.ts';
import type { NestedPath } from '../../plan/fields/field-path.ts';
import { listExpansions, type OperationPlan, type RefPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { collectAddressRefs } from '../../plan/records/addresses.ts';
import { collectReadRefs, readKey } from '../../plan/records/neighbours.ts';
import { getResourceOperations } from '../../plan/records/readers.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import { createVisibleChildrenLookup, createVisibleManyLookup, type Embedding } from './record-visibility.ts';

/** A reference whose record an answer embeds, or reads; `asked`: how a caller asks for it. */
export interface Embedded {
  readonly field: string;
  /** The records that refer to a holder are found instead, whose identity `field` is: by their field, and the beginning of their key. */
  readonly children?: { readonly field: string; readonly key: string };
  readonly within: readonly NestedPath[];
  readonly asked?: Asked | undefined;
  readonly code: CompiledResource;
  readonly inner: readonly Embedded[];
  /** The record as the version shows it is read, as shapes of `expand` name its fields, and not the present one. */
  readonly isShown: boolean;
  /** Responses show the records, and do not only read them. */
  readonly isEmbedded: boolean;
  /** Where `RequestContext.refs` holds what is found. */
  keyOf(resource: string, identity: unknown): string;
  readonly find: Embedding;
}

/** A parameter, and the field that it must name. */
export interface Asked {
  readonly parameter: string;
  readonly field: string;
}

/** How a shape is come to. `loaded`: what its expressions read hangs on the operation's own record, and is there already. */
interface EmbedPath extends Pick<Embedded, 'within' | 'asked' | 'isShown'> {
  readonly loaded: boolean;
}

const fromRecord: EmbedPath = { within: [], isShown: false, loaded: false };

/** Lists what the responses of an operation embed, and what their expressions read. */
export function listEmbedded(
  operation: OperationPlan,
  plan: Plan,
  compiled: Compiled,
  store: Store,
): readonly Embedded[] {
  const code = operation.kind === 'handler';
  const inside = (shape: AnswerShape | undefined, path: EmbedPath): readonly Embedded[] => {
    switch (shape?.kind) {
      case 'object':
        return shape.members.flatMap(({ name, shape: inner }) =>
          code && inner.kind === 'records' ? listed(inner, path, [name]) : inside(inner, path),
        );
      case 'records':
        return listed(shape, path, []);
      case 'picked':
        return picked(shape, { ...path, within: [...path.within, shape], loaded: false });
      case 'cel':
        return path.loaded ? [] : collectReadRefs(shape.value).map((ref) => readBy(ref, path));
      case 'embedded': {
        const { field, resource, item } = shape;
        const { within, asked, isShown } = path;
        const of = compiled.resources.get(resource)!;
        const inner = [...addressed(resource), ...inside(item, { ...fromRecord, isShown })];
        const find = createVisibleManyLookup(plan, compiled, store, resource);
        return [{ field, within, asked, code: of, inner, isShown, isEmbedded: true, keyOf: toEmbeddedKey, find }];
      }
      case 'children': {
        const { field: by, identity: field, resource, item } = shape;
        const { within, asked, isShown } = path;
        const of = compiled.resources.get(resource)!;
        const inner = [...addressed(resource), ...inside(item, { ...fromRecord, isShown })];
        const find = createVisibleChildrenLookup(plan, compiled, store, shape);
        const children = { field: by, key: toChildrenKey(shape) };
        return [
          { field, children, within, asked, code: of, inner, isShown, isEmbedded: true, keyOf: toEmbeddedKey, find },
        ];
      }
      default:
        return [];
    }
  };
  /** A handler returns its lists under their names; those of `list` are the rows themselves. */
  const listed = ({ item, of }: AnswerShape & { kind: 'records' }, embedPath: EmbedPath, path: readonly string[]) => {
    const within = code ? [...embedPath.within, { path, list: true }] : embedPath.within;
    return [...addressed(of ?? operation.resource, within), ...inside(item, { ...embedPath, within, loaded: false })];
  };
  const picked = ({ item, of }: AnswerShape & { kind: 'picked' }, path: EmbedPath) => [
    ...addressed(of, path.within),
    ...inside(item, path),
  ];
  const addressed = (name: string | undefined, within: EmbedPath['within'] = []): readonly Embedded[] => {
    const resource = plan.resources.find((candidate) => candidate.name === name);
    const refs =
      resource === undefined ? [] : collectAddressRefs(getResourceOperations(plan, name), resource, plan.resources);
    return refs.map((ref) => readBy(ref, { ...fromRecord, within }));
  };
  const readBy = (ref: RefPlan, { within: around, asked }: EmbedPath): Embedded => {
    const { path, resource, refs: further = [] } = ref;
    const within = [...around, ...(ref.within ?? [])];
    const holder = path.slice(0, -1);
    return {
      field: path.at(-1)!,
      within: holder.length === 0 ? within : [...within, { path: holder, list: false }],
      asked,
      code: compiled.resources.get(resource)!,
      inner: further.map((ref) => readBy(ref, fromRecord)),
      isShown: false,
      isEmbedded: false,
      keyOf: readKey,
      find: createBatchLookup(plan, store, resource),
    };
  };
  const expansions = operation.parameters.flatMap(({ name, mapsTo }) =>
    listExpansions(mapsTo).flatMap(({ field, shape }) =>
      inside(shape, { ...fromRecord, isShown: true, asked: { parameter: name, field } }),
    ),
  );
  return [
    ...operation.responses.flatMap(({ shape }) => inside(shape, { ...fromRecord, loaded: !code })),
    ...expansions,
  ];
}

/** Loads the records that expressions read, for any caller; inside a transaction they are locked. */
function createBatchLookup(plan: Plan, store: Store, resource: string): Embedded['find'] {
  const { identity } = plan.resources.find((otherResource) => otherResource.name === resource)!;
  const among = { kind: 'compare', path: [identity], operator: 'in' } as const;
  const query = store.prepare({ resource, conditions: [among] });
  return ({ transaction, now }, identities, room) => {
    const asked = transaction === undefined ? query : transaction.bind(query, 'share');
    const found = asked.many({ conditions: [identities], now, limit: identities.length, room });
    return then(found, ({ rows }) => rows);
  };
}
