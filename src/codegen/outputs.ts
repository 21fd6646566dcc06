import { isPromise } from '../contracts/maybe-promise.ts';
import type { FieldError } from '../contracts/record.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { runtime } from '../expression/runtime.ts';
import { formatOf } from '../parts/registry.ts';
import { isStoredFile } from '../plan/files/stored-file.ts';
import type { OperationPlan, ResponsePlan } from '../plan/operation.ts';
import type { ValueSchema } from '../plan/schema.ts';
import type { AnswerShape } from '../plan/shape.ts';
import { AnswerFailure } from './answers/runtime.ts';
import type { Checks } from './check.ts';
import { createEncryptedStringMapper } from './records/encryption.ts';

const notData = Symbol('not data');

/** Looks at a value that code returned; throws an `AnswerFailure` for one that its Response cannot show. */
type Look = (holder: unknown, ctx: RequestContext) => void;

/** The location of a value in the return value of a handler. */
interface Place {
  /** The members around it, each with a dot. */
  readonly at: string;
  /** It belongs to the operation's own record, or to another one: what a store holds may be older than a constraint. */
  readonly of: 'own record' | 'other record' | 'nothing stored';
}

const constraints: ReadonlySet<FieldError['problem']> = new Set([
  ...(['constraint', 'too short', 'too long', 'too small', 'too large', 'too few', 'too many'] as const),
  ...(['pattern', 'multiple of', 'duplicate items', 'present'] as const),
]);

/**
 * Compiles the check of a handler's return value for a Response: types, formats and constraints of the values shown. Missing values are
 * reported where the response is built. Undefined if the Response shows nothing.
 */
export function compileOutputCheck(
  checks: Checks,
  operation: OperationPlan,
  { shape, line }: ResponsePlan,
): ((ctx: RequestContext) => void) | undefined {
  if (operation.kind !== 'handler' || shape === undefined) return undefined;
  const { plan, module } = checks;
  const stored = new Set(plan.resources.map(({ name }) => name));

  const wrong = (at: string, why: string, asked: number | undefined): AnswerFailure => {
    const rule = asked === undefined ? '' : ` (${plan.document}:${asked})`;
    const response = `its Response (${plan.document}:${line})`;
    return new AnswerFailure(`the handler returned \`${at}\` that ${response} cannot show: ${why}${rule}`);
  };

  const valueLook = (schema: ValueSchema, path: readonly string[], { at, of }: Place): Look => {
    const check = module.linked.bind(undefined, checks.of(schema, 'kept'));
    const hidden = formatOf(schema)?.hashed === true || createEncryptedStringMapper(plan, schema) !== undefined;
    if (hidden) return () => undefined;
    return (holder, ctx) => {
      const value = readPath(holder, path);
      if (value === undefined || value === null) return;
      if (isPromise(value)) throw wrong(at + path.join('.'), 'it is a promise: await it', undefined);
      if (of === 'own record' && runtime.equal(value, readPath(ctx.before, path) ?? null)) return;
      const fieldErrors: FieldError[] = [];
      check()(copyPlain(value), fieldErrors);
      const told = fieldErrors.find(
        ({ problem }) => problem !== 'unknown' && !(of === 'other record' && constraints.has(problem)),
      );
      if (told === undefined) return;
      const inside = (told.pointer ?? '').replaceAll('/', '.');
      throw wrong(at + path.join('.') + inside, told.message, told.line);
    };
  };

  const listLook = (item: Look, path: readonly string[], { at }: Place): Look => {
    const name = `${at}${path.join('.')}`;
    return (holder, ctx) => {
      const list = readPath(holder, path);
      if (isPromise(list)) throw wrong(name || 'a list', 'it is a promise: await it', undefined);
      if (Array.isArray(list)) for (const element of list) item(element, ctx);
    };
  };

  const look = (of: AnswerShape, place: Place, member?: string): Look | undefined => {
    const path = member === undefined ? [] : [member];
    const inner = (name: string | undefined, way: readonly string[], list: boolean): Place => ({
      at: way.length === 0 ? place.at : `${place.at}${way.join('.')}${list ? '[]' : ''}.`,
      of: stored.has(name ?? operation.resource ?? '') ? 'other record' : 'nothing stored',
    });
    switch (of.kind) {
      case 'object': {
        const looks = of.members.flatMap(({ shape: fieldShape, name }) => look(fieldShape, place, name) ?? []);
        if (looks.length === 0) return undefined;
        return (holder, ctx) => {
          for (const each of looks) each(holder, ctx);
        };
      }
      case 'field':
        return valueLook(of.schema, of.path, place);
      case 'records': {
        const item = look(of.item, inner(of.of, path, true));
        return item && listLook(item, path, place);
      }
      case 'picked': {
        const item = look(of.item, inner(of.of, of.path, of.list));
        if (item === undefined || of.list) return item && listLook(item, of.path, place);
        return (holder, ctx) => {
          const value = readPath(holder, of.path);
          if (isPromise(value)) throw wrong(place.at + of.path.join('.'), 'it is a promise: await it', undefined);
          if (value !== undefined && value !== null) item(value, ctx);
        };
      }
      case 'embedded': {
        const ref: ValueSchema = { type: 'ref', resource: of.resource };
        return valueLook(of.list === true ? { type: 'list', item: ref } : ref, [of.field], place);
      }
      case 'children':
        return valueLook({ type: 'ref', resource: of.to }, [of.identity], place);
      default:
        return undefined;
    }
  };

  const own = operation.resource === undefined ? 'nothing stored' : 'own record';
  const whole = look(shape, { at: '', of: own });
  return whole && ((ctx) => whole(ctx.after, ctx));
}

function readPath(holder: unknown, path: readonly string[]): unknown {
  return path.reduce((of, name) => (of as Readonly<Record<string, unknown>> | null | undefined)?.[name], holder);
}

/** Returns a copy that a check may change. A value that cannot be copied, such as an object with a method, fits no type. */
export function copyPlain(value: unknown): unknown {
  if (typeof value !== 'object' || isStoredFile(value)) return value;
  try {
    return structuredClone(value);
  } catch {
    return notData;
  }
}
