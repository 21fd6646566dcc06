import { setOwn } from '../text/own-property.ts';
import { listFields } from './client/typescript/runtime/forms.ts';

/** The media type of a form's fields (WHATWG URL, section 5). */
export const formType = 'application/x-www-form-urlencoded';

/** A body as a form. */
export interface FormBody {
  readonly text: string;
  /** The first value that no form can carry, which the text leaves out, in words. */
  readonly problem?: string;
}

/** Writes a body as the fields of a form, as generated clients do. */
export function writeFormBody(body: unknown): FormBody {
  const problems: string[] = [];
  const text = new URLSearchParams(listFields(body, (problem) => problems.push(problem))).toString();
  return { text, ...(problems.length === 0 ? {} : { problem: problems[0]! }) };
}

/** A body that was read from a form. */
export interface ReadForm {
  readonly [name: string]: string | readonly string[] | ReadForm;
}

/** Reads the fields of a form as the body of which `writeFormBody` makes it: all values are texts, and a list of one item is its item. */
export function readFormBody(text: string): ReadForm {
  const body: Record<string, unknown> = {};
  for (const [name, all] of Map.groupBy(new URLSearchParams(text), ([field]) => field)) {
    const [, first = name, inside = ''] = /^([^[\]]+)((?:\[[^[\]]+\])+)$/.exec(name) ?? [];
    const path = [first, ...inside.slice(1, -1).split('][')].filter((part) => part !== '');
    const last = path.pop() ?? name;
    let holder = body;
    for (const part of path) {
      const held = Object.hasOwn(holder, part) && typeof holder[part] === 'object' ? holder[part] : {};
      setOwn(holder, part, held);
      holder = held as Record<string, unknown>;
    }
    setOwn(holder, last, all.length === 1 ? all[0]![1] : all.map(([, value]) => value));
  }
  return body as ReadForm;
}
