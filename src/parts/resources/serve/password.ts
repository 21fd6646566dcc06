import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { readPathValue } from '../../../plan/records/neighbours.ts';
import { getHashes, keepHashes } from './hashes.ts';
import { createPatchCollector } from './patched-passwords.ts';
import {
  collectField,
  createSchemaCollector,
  createShapeCollector,
  type FoundPassword,
  listFieldCollectors,
} from './sent-passwords.ts';

/**
 * Hashes the passwords that a request sends, before its transaction and off the main thread. Code is given them as they were
 * sent: it compares and hashes them itself.
 */
export function createHashing({ operation, passwords, plan, transform }: OperationContext): Step {
  const collect = operation.input === undefined ? undefined : createShapeCollector(plan, operation.input);
  const fields = listFieldCollectors(plan, operation.input);
  const older = transform === undefined ? [] : listFieldCollectors(transform.shown, transform.older.input);
  const findInPatch =
    transform === undefined
      ? createPatchCollector(plan, operation.input)
      : createPatchCollector(transform.shown, transform.older.input);
  const parameters = operation.parameters.flatMap(({ name, mapsTo, schema }) => {
    const inner = mapsTo.kind === 'input' && schema !== undefined ? createSchemaCollector(plan, schema) : undefined;
    return inner === undefined ? [] : [{ name: transform?.inputs.get(name) ?? name, collect: inner }];
  });
  const busy: Refusal = { condition: 'unavailable' };
  const findInBody = (ctx: RequestContext): FoundPassword[] => {
    const found: FoundPassword[] = [];
    collect?.(ctx.input, () => undefined, found, '');
    return found;
  };
  const find = (ctx: RequestContext): readonly FoundPassword[] => {
    const found = findInBody(ctx);
    const waiting = ctx.older?.sent?.fields;
    if (waiting !== undefined) for (const { field, collect } of older) collectField(waiting, field, collect, found);
    for (const { name, collect } of parameters) {
      collect(ctx.inputParameters[name], (hash) => setParameter(ctx, name, hash), found, '');
    }
    if (ctx.bodyKind === 'json patch') found.push(...findInPatch(ctx.body));
    return found;
  };
  /** What was sent of the record is in the input too: there it was hashed. */
  const settle = (ctx: RequestContext): undefined => {
    for (const { field, path } of fields) {
      if (Object.hasOwn(ctx.fields, field)) ctx.fields[field] = readPathValue(ctx.input, path);
    }
  };
  if (operation.replaces === true) {
    return (ctx) => {
      // Parameters have their hashes. A password that the change of a version makes has none.
      for (const { password, put } of findInBody(ctx)) {
        const hash = getHashes(ctx).get(password);
        if (hash === undefined) return busy;
        put(hash);
      }
      return settle(ctx);
    };
  }
  const keeps = operation.creation !== undefined;
  return async (ctx) => {
    const known = new Map<string, string>();
    // A JSON Patch is applied inside the transaction, and its passwords are then replaced by these.
    if (keeps || ctx.bodyKind === 'json patch') keepHashes(ctx, known);
    for (const { password, put } of find(ctx)) {
      const hashing = passwords!.hash(password);
      if (hashing === 'busy') return busy;
      const hash = await hashing;
      known.set(password, hash);
      put(hash);
    }
    return settle(ctx);
  };
}

function setParameter(ctx: RequestContext, name: string, value: string): void {
  ctx.inputParameters = { ...ctx.inputParameters, [name]: value };
  ctx.input = { ...ctx.input, [name]: value };
}
