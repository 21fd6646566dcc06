import type { Plan } from '../../plan/plan.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { InputShape } from '../../plan/shape.ts';
import type { Parsed } from '../../steps/maker.ts';

/** The media type of a form's fields (WHATWG URL, section 5). */
export const formType = 'application/x-www-form-urlencoded';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Makes the reader of a form's fields as the members of a Request: numbers, truth values and items of lists are read from their
 * texts; what is no such text stays one, for the check to tell. A member that is no list is named once.
 */
export function formReader(
  plan: Plan,
  input: InputShape | undefined,
  parse: (text: string) => Parsed,
): (text: string) => Parsed {
  const members = new Map(
    input?.kind === 'object' ? input.members.map(({ name, shape }) => [name, schemaOf(shape)]) : [],
  );
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
  return (text) => {
    const value: Record<string, unknown> = {};
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const middle = pair.includes('=') ? pair.indexOf('=') : pair.length;
      const name = decoded(pair.slice(0, middle));
      const one = decoded(pair.slice(middle + 1));
      if (name === undefined || one === undefined) return { problem: 'is not well percent-encoded' };
      const schema = members.get(name);
      const there = Object.hasOwn(value, name);
      if (schema?.type === 'list') {
        const items = there ? (value[name] as unknown[]) : [];
        items.push(readAs(schema.item, one));
        set(value, name, items);
      } else if (there) return { problem: `names the member ${JSON.stringify(name)} twice` };
      else set(value, name, readAs(schema, one));
    }
    return { value };
  };
}

function schemaOf(shape: InputShape): ValueSchema | undefined {
  return shape.kind === 'value' ? shape.schema : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function set(into: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}
