import type { FieldError } from '../../../contracts/record.ts';
import { unhashedMessage } from '../../../plan/fields/field-errors.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { setOwn } from '../../../text/own-property.ts';
import { parsePatch } from '../../endpoints/serve/bodies/json-patch.ts';
import { createShapeCollector, type FoundPassword, type Types } from './sent-passwords.ts';

/** Creates what finds the passwords that the operations of a JSON Patch add, before it is applied. */
export function createPatchCollector(
  plan: Types,
  input: InputShape | undefined,
): (body: unknown) => readonly FoundPassword[] {
  const collect = input && createShapeCollector(plan, input);
  if (collect === undefined) return () => [];
  return (body) => {
    const operations = parsePatch(body);
    if (!('length' in operations)) return [];
    const added: unknown[] = [];
    // Of several values for one place the last counts. A place in a list may be another one each time.
    const places = new Map<string, number>();
    for (const operation of operations) {
      if (operation.op !== 'add' && operation.op !== 'replace') continue;
      const { path, value } = operation;
      const place = JSON.stringify(path);
      const at = path.some(isListIndex) ? undefined : places.get(place);
      places.set(place, at ?? added.length);
      added[at ?? added.length] = nest(path, value);
    }
    const found: FoundPassword[] = [];
    for (const value of added) collect(value, () => undefined, found, '');
    const passwords = new Map(
      found.map(({ password, pointer }) => [password, { password, pointer, put: () => undefined }]),
    );
    return [...passwords.values()];
  };
}

function isListIndex(name: string): boolean {
  return name === '-' || /^[0-9]+$/.test(name);
}

/** Returns an object that has a value at a path: an index of a list is a name in it. */
function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => {
    const around: Record<string, unknown> = {};
    setOwn(around, name, inner);
    return around;
  }, value);
}

/**
 * Creates what puts hashes in place of the passwords in a body that a JSON Patch has made. A password without a hash was not added
 * by the patch, but copied from what the client is shown.
 */
export function createPasswordSealer(
  plan: Types,
  input: InputShape | undefined,
): ((body: unknown, hashes: ReadonlyMap<string, string>) => readonly FieldError[]) | undefined {
  const collect = input && createShapeCollector(plan, input);
  if (collect === undefined) return undefined;
  return (body, hashes) => {
    const found: FoundPassword[] = [];
    collect(body, () => undefined, found, '');
    return found.flatMap(({ password, put, pointer }) => {
      const hash = hashes.get(password);
      if (hash === undefined) return [{ pointer, problem: 'format', message: unhashedMessage }];
      put(hash);
      return [];
    });
  };
}
