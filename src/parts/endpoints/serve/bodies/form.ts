import type { Parsed } from '../../../../contracts/operation-context.ts';
import type { Plan } from '../../../../plan/plan.ts';
import { readPathValue } from '../../../../plan/records/neighbours.ts';
import type { ValueSchema } from '../../../../plan/schema.ts';
import type { InputShape } from '../../../../plan/shape.ts';
import { setOwn } from '../../../../text/own-property.ts';

/** The media type of a form's fields (WHATWG URL, section 5). */
export const formType = 'application/x-www-form-urlencoded';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Makes the reader of a form's fields as the members of a Request: numbers, truth values and items of lists are read from their
 * texts; what is no such text stays one, for the check to tell. A member that is no list is named once; one of an object that the
 * Request writes out is `article[title]`.
 */
export function createFormReader(
  plan: Plan,
  input: InputShape | undefined,
  parse: (text: string) => Parsed,
): (text: string) => Parsed {
  const read = createFieldsReader(plan, input, parse);
  return (text) => {
    const fields: (readonly [string, string])[] = [];
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const middle = pair.includes('=') ? pair.indexOf('=') : pair.length;
      const name = decodeFormValue(pair.slice(0, middle));
      const fieldValue = decodeFormValue(pair.slice(middle + 1));
      if (name === undefined || fieldValue === undefined) return { problem: 'has invalid percent-encoding' };
      fields.push([name, fieldValue]);
    }
    return read(fields);
  };
}

/** Makes the same of fields whose names and texts are read already, such as the parts of a multipart form. */
export function createFieldsReader(
  plan: Plan,
  input: InputShape | undefined,
  parse: (text: string) => Parsed,
): (fields: readonly (readonly [name: string, text: string])[]) => Parsed {
  const members = indexFormFields(input);
  const identityOf = (schema: ValueSchema): ValueSchema => {
    if (schema.type !== 'ref') return schema;
    const resource = plan.resources.find(({ name }) => name === schema.resource);
    const field = resource?.fields.find(({ name }) => name === resource.identity);
    return field === undefined ? schema : identityOf(field.schema);
  };
  const readAs = (schema: ValueSchema | undefined, text: string): unknown => {
    const kind = schema === undefined ? undefined : identityOf(schema).type;
    if ((kind === 'integer' || kind === 'number') && number.test(text)) {
      const parsed = parse(text);
      return 'value' in parsed ? parsed.value : text;
    }
    return kind === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
  };
  return (fields) => {
    const value: Record<string, unknown> = {};
    for (const [name, fieldValue] of fields) {
      const path = parseFieldPath(name, members);
      const schema = members.schemas.get(buildPathKey(path));
      const item = schema?.type === 'list' ? schema.item : undefined;
      const items = item === undefined ? undefined : readPathValue(value, path);
      if (Array.isArray(items)) items.push(readAs(item, fieldValue));
      else if (!setAt(value, path, item === undefined ? readAs(schema, fieldValue) : [readAs(item, fieldValue)]))
        return { problem: `must not contain the field ${JSON.stringify(name)} twice` };
    }
    return { value };
  };
}

interface Members {
  /** The schemas of the members of a Request, and of those in the objects that it writes out, by their paths. */
  readonly schemas: ReadonlyMap<string, ValueSchema>;
  /** The paths of these objects. */
  readonly objects: ReadonlySet<string>;
}

function indexFormFields(input: InputShape | undefined): Members {
  const schemas = new Map<string, ValueSchema>();
  const objects = new Set<string>();
  const add = (shape: InputShape | undefined, around: readonly string[]): void => {
    if (shape?.kind !== 'object') return;
    objects.add(buildPathKey(around));
    for (const { name, shape: inner } of shape.members) {
      const path = [...around, name];
      if (inner.kind === 'value') schemas.set(buildPathKey(path), inner.schema);
      if (inner.kind === 'list' && inner.item.kind === 'value')
        schemas.set(buildPathKey(path), { type: 'list', item: inner.item.schema });
      add(inner, path);
    }
  };
  add(input, []);
  return { schemas, objects };
}

function buildPathKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** The path of a name: `article[title]` is the member `title` of an object `article` that the Request writes out. */
function parseFieldPath(name: string, { schemas, objects }: Members): readonly string[] {
  const [, first, inside] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
  if (first === undefined || schemas.has(buildPathKey([name]))) return [name];
  const path = [first, ...inside!.slice(1, -1).split('][')];
  return path.every((_, at) => at === 0 || objects.has(buildPathKey(path.slice(0, at)))) ? path : [name];
}

/** Sets a member; false if a member of its path exists and is not an object. */
export function setAt(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): boolean {
  const held = Object.hasOwn(into, name) ? into[name] : undefined;
  if (rest.length === 0) {
    setOwn(into, name, value);
    return held === undefined;
  }
  if (held !== undefined && (typeof held !== 'object' || held === null)) return false;
  const inner = (held ?? {}) as Record<string, unknown>;
  setOwn(into, name, inner);
  return setAt(inner, rest, value);
}

/** Decodes a name or value of a form (WHATWG URL, section 5.1); undefined for malformed percent encoding. */
export function decodeFormValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
