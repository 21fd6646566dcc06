import { formatOf } from '../../../parts/registry.ts';
import { mayChangeRecords } from '../../../plan/kinds.ts';
import { getListedEvents } from '../../../plan/listed-events.ts';
import { listPresentPaths, type OperationPlan } from '../../../plan/operation.ts';
import type { Case, Check } from '../../check.ts';
import { proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { expectRejection, findExpected, isExpected } from '../../rejections.ts';
import { isSame } from '../../values/evaluate.ts';
import { type BodyPlace, formatPlace, listPlaces, putAt, readAt } from '../../values/places.ts';
import { findShownPath } from '../../values/shown.ts';
import { getValidator } from '../../values/validator.ts';
import { listTriedValues, type TriedValue } from '../../values/wrong.ts';

/** Values of other types and formats and beyond each bound are rejected, those at each bound are taken. */
export const values: Check = {
  part: 'resources',
  name: 'values',
  says: 'Each value of a request is sent with another type, another format, below, at and above each bound, and as null.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      if (!mayChangeRecords(operation) || operation.kind === 'handler') return [];
      return listPlaces(prover.plan, operation).flatMap((place) => listCases(prover, operation, place));
    }),
};

function listCases(prover: Prover, operation: OperationPlan, place: BodyPlace): readonly Case[] {
  const samples = listTriedValues(getValidator(prover.plan), place.schema, guess(place));
  // A patch removes a value by null, and an input may be no field at all.
  // The field in which a subscription lists its events takes the names of events alone.
  const isOfEvents =
    place.field !== undefined && getListedEvents(prover.plan, operation.resource, place.field.name).length > 0;
  // A present password or code is compared: a value of the right form may be the wrong one.
  const isCompared = listPresentPaths(operation).some((path) => path.join('.') === place.path.join('.'));
  // More items would name records that are not there.
  const isOfRefs = place.schema.type === 'list' && place.schema.item.type === 'ref';
  const tried = samples.filter(
    ({ tries, isValid }) =>
      (tries !== 'null' || operation.kind !== 'update') && !((isOfEvents || isCompared || isOfRefs) && isValid),
  );
  return tried.map((value) => ({
    line: value.line ?? place.line,
    about: `${formatPlace(place.path)} = ${value.words} in ${operation.name}`,
    run: () => (value.isValid ? accept(prover, operation, place, value) : reject(prover, operation, place, value)),
  }));
}

/** Returns a value of the right form: the list of cases is known before the first request. */
function guess({ schema }: BodyPlace): ReturnType<typeof readAt> {
  if (schema.type === 'list') return [schema.item.type === 'string' ? 'a' : 1];
  if (formatOf(schema)?.name === 'decimal') return '0';
  return schema.type === 'string' ? 'text' : schema.type === 'integer' || schema.type === 'number' ? 0 : undefined;
}

/** The value for the present body: some follow from the value that is sent otherwise. */
function find(prover: Prover, place: BodyPlace, body: unknown, wanted: TriedValue): TriedValue | undefined {
  const all = listTriedValues(getValidator(prover.plan), place.schema, readAt(body, place.path));
  return all.find(({ words, tries, line }) => words === wanted.words && tries === wanted.tries && line === wanted.line);
}

function reject(
  prover: Prover,
  operation: OperationPlan,
  place: BodyPlace,
  wanted: TriedValue,
): ReturnType<Case['run']> {
  return expectRejection(prover, operation, {
    conditions: ['invalid input'],
    words: `with ${wanted.words} as \`${formatPlace(place.path)}\``,
    pieces: ({ pieces }) => {
      const value = find(prover, place, pieces.body, wanted);
      const body = value && putAt(fillWay(pieces.body, place.path), place.path, value.value);
      return body === undefined ? undefined : { body };
    },
  });
}

/** Values of update requests are often not in the body that succeeded: a member at the top may be added. */
function fillWay(body: unknown, path: readonly string[]): unknown {
  return path.length === 1 && body === undefined ? {} : body;
}

async function accept(
  prover: Prover,
  operation: OperationPlan,
  place: BodyPlace,
  wanted: TriedValue,
): ReturnType<Case['run']> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const value = find(prover, place, trial.pieces.body, wanted);
  const body = value && putAt(fillWay(trial.pieces.body, place.path), place.path, value.value);
  if (value === undefined || body === undefined) return unreached('the request that succeeds has no such value');
  const one = await prover.send(trial, { body });
  const words = `\`${operation.name}\` with ${wanted.words} as \`${formatPlace(place.path)}\``;
  if (one.response.status >= 400) {
    const invalid = findExpected(prover.plan, operation, ['invalid input']);
    const others = findExpected(prover.plan, operation, ['rule broken', 'guard fails']);
    // Rules and guards may reject a value that its type allows.
    const isOwn =
      !invalid.isOpen &&
      isExpected(prover.plan, invalid, one) &&
      (others.codes.length === 0 || !isExpected(prover.plan, { ...others, isOpen: false }, one));
    if (!isOwn || place.field?.state === true) return unreached(`the service responded ${one.response.status}`);
    if (!(await prover.succeeds(operation))) return unreached('the request with another value got a rejection too');
    return violated(`${words} is accepted`, `${one.response.status}: it was rejected`, one);
  }
  const path = place.field === undefined ? undefined : findShownPath(operation.responses[0]?.shape, place.field.name);
  const shown = path === undefined ? undefined : readAt(one.response.body, path);
  if (shown === undefined || isSame(shown, value.value)) return proven;
  return violated(`the response of ${words} shows this value`, JSON.stringify(shown), one);
}
