import { stringifyExact } from '../codegen/json/text.ts';
import { createEncryptedStringMapper } from '../codegen/records/encryption.ts';
import { parseStored } from '../codegen/records.ts';
import { mapMailedTokens } from '../parts/events/serve/event-tokens.ts';
import type { Plan } from '../plan/plan.ts';
import { isTokenHash } from '../text/hashes/token-hash.ts';

/** The texts in which a stored event holds records. */
export interface EventTexts {
  readonly resource?: string | null | undefined;
  readonly record?: string | null | undefined;
  readonly before?: string | null | undefined;
  readonly refs?: string | null | undefined;
}

type Change = (text: string) => string;
type ChangeRecord = (record: Record<string, unknown>, change: Change) => void;

/**
 * Creates what changes the secrets in the records of stored events, and the tokens that their emails show; undefined if the events of a plan
 * hold none. The texts that it returns are those given where nothing has changed.
 */
export function createEventSecrets(plan: Plan): ((event: EventTexts, change: Change) => EventTexts) | undefined {
  const byResource = mapSecrets(plan);
  if (byResource.size === 0) return undefined;
  const rewrite = (resource: string, text: string, change: Change): string => {
    const of = byResource.get(resource);
    if (of === undefined) return text;
    const record = parseStored(text) as Record<string, unknown>;
    of(record, change);
    return stringifyExact(record);
  };
  return ({ resource, record, before, refs }, change) => {
    const own = (text: string | null | undefined): string | null | undefined =>
      typeof text === 'string' && typeof resource === 'string' ? rewrite(resource, text, change) : text;
    if (typeof refs !== 'string') return { resource, record: own(record), before: own(before), refs };
    const others = parseStored(refs) as { readonly resource: string; readonly record: Record<string, unknown> }[];
    for (const other of others) byResource.get(other.resource)?.(other.record, change);
    return { resource, record: own(record), before: own(before), refs: stringifyExact(others) };
  };
}

function mapSecrets(plan: Plan): ReadonlyMap<string, ChangeRecord> {
  const tokens = mapMailedTokens(plan);
  return new Map(
    plan.resources.flatMap(({ name, fields }): [string, ChangeRecord][] => {
      const secrets = fields.flatMap((field) => {
        const through = createEncryptedStringMapper(plan, field.schema);
        return through === undefined ? [] : [{ name: field.name, through }];
      });
      const mailed = tokens.get(name) ?? [];
      if (secrets.length === 0 && mailed.length === 0) return [];
      const changeRecord: ChangeRecord = (record, change) => {
        for (const field of secrets)
          if (record[field.name] !== undefined) record[field.name] = field.through(record[field.name], change);
        for (const field of mailed) {
          const text = record[field];
          // The events of changes have the hash alone.
          if (typeof text === 'string' && !isTokenHash(text)) record[field] = change(text);
        }
      };
      return [[name, changeRecord]];
    }),
  );
}
