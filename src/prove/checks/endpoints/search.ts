import { refresh } from '../../../describe/examples/stage.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { findResponse, type ShownRecord } from '../../values/shown.ts';
import type { Exchanged } from '../../world/exchanged.ts';
import { readList, readPage, showsRecords } from './pages.ts';

/** A search shows the records in whose fields the words occur, and no others. */
export const search: Check = {
  part: 'endpoints',
  name: 'search',
  says: 'A list is searched for a word of a record, and for a word of none.',
  cases: (prover) =>
    prover.operations.flatMap((operation): readonly Case[] => {
      const resource = prover.resource(operation.resource);
      if (operation.kind !== 'list' || resource === undefined) return [];
      return operation.parameters.flatMap(({ name, line, mapsTo }) =>
        mapsTo.kind === 'search'
          ? [
              {
                line,
                about: `${operation.name} for a word of a record`,
                run: () => findWord(prover, operation, resource, name, mapsTo.fields),
              },
              {
                line,
                about: `${operation.name} for a word of no record`,
                run: () => findNone(prover, operation, name),
              },
            ]
          : [],
      );
    }),
};

async function ask(
  prover: Prover,
  operation: OperationPlan,
  name: string,
  word: string,
): Promise<{ readonly one: Exchanged; readonly shown: readonly ShownRecord[] } | string> {
  const one = await readList(prover, operation, [[name, word]]);
  if (typeof one === 'string') return one;
  if (!showsRecords(findResponse(operation, one.response.status)?.shape)) return 'the response shows no records';
  return { one, shown: readPage(operation, one) };
}

/** The words of a record in some fields, in lower case. */
function listWords(record: ShownRecord, fields: readonly string[]): readonly string[] {
  return fields
    .flatMap((field) => record[field])
    .flatMap((value) => (typeof value === 'string' ? value.toLowerCase().split(/[^a-z]+/) : []));
}

async function findWord(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  name: string,
  fields: readonly string[],
): Promise<Outcome> {
  await prover.create(resource);
  const record = (await refresh(prover.ground.stage, resource.name)).findLast((one) =>
    listWords(one, fields).some((word) => word.length >= 4),
  );
  const word = record && listWords(record, fields).find((one) => one.length >= 4);
  if (record === undefined || word === undefined) return unreached('no record shows a word to search for');
  const found = await ask(prover, operation, name, word);
  if (typeof found === 'string') return unreached(found);
  const { shown, one } = found;
  const wrong = shown.find(
    (each) =>
      fields.every((field) => Object.hasOwn(each, field)) &&
      !fields.some((field) => JSON.stringify(each[field]).toLowerCase().includes(word)),
  );
  if (wrong !== undefined)
    return violated(
      `\`${operation.name}\` with ${name}=${word} shows only records with this word in ${fields.join(' or ')}`,
      JSON.stringify(fields.map((field) => wrong[field])),
      one,
    );
  if (shown.length > 0) return proven;
  const isWhole =
    operation.segments.every(({ kind }) => kind === 'fixed') &&
    operation.access.grants.every(({ where }) => where === undefined);
  const still = isWhole ? await prover.read(resource, record) : undefined;
  if (still === undefined || still.response.status >= 400) return unreached('no record is shown');
  return violated(`\`${operation.name}\` with ${name}=${word} shows the record with this word`, 'no record', one);
}

async function findNone(prover: Prover, operation: OperationPlan, name: string): Promise<Outcome> {
  const found = await ask(prover, operation, name, 'zqxjkvwzq');
  if (typeof found === 'string') return unreached(found);
  if (found.shown.length === 0) return proven;
  return violated(
    `\`${operation.name}\` with ${name}=zqxjkvwzq shows no record`,
    `${found.shown.length} records`,
    found.one,
  );
}
