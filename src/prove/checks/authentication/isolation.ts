import { holdCredential, listGrants } from '../../../describe/examples/callers.ts';
import { composeRequest } from '../../../describe/examples/compose.ts';
import { namesRecord } from '../../../describe/examples/story.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { Json } from '../../../plan/schema.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { describeExpected, findExpected, isExpected, readCode, rejectTrial } from '../../rejections.ts';
import { type BodyPlace, listPlaces, putAt } from '../../values/places.ts';
import { findReader, findResponse, readRecords, type ShownRecord } from '../../values/shown.ts';
import type { Caller } from '../../world/callers.ts';
import type { Exchanged } from '../../world/exchanged.ts';
import { isHidden, isRuled, isUnreadable } from './sight.ts';

/** A caller of another tenant finds no record that is not its own, by no path. */
export const isolation: Check = {
  part: 'authentication',
  name: 'isolation',
  says: 'A caller of another tenant calls each operation on a record that it must not see, and reads each list, with each filter.',
  cases: (prover) =>
    prover.operations.flatMap((operation): readonly Case[] => {
      const resource = prover.resource(operation.resource);
      if (operation.kind === 'create') return listReferences(prover, operation);
      if (resource === undefined || !isRuled(operation) || operation.record !== undefined) return [];
      const run = operation.kind === 'list' ? listAway : namesRecord(operation) ? callAway : undefined;
      if (run === undefined || operation.kind === 'handler') return [];
      return listLines(prover, operation, resource).map((line) => ({
        line,
        about: `${operation.name} by a caller of another tenant`,
        run: () => run(prover, operation, resource),
      }));
    }),
};

/** The rows that an operation of a hidden record proves: the row rules, the line Tenant, and the attribute that they compare. */
function listLines({ plan }: Prover, { access, kind }: OperationPlan, { tenant }: ResourcePlan): readonly number[] {
  const { tenantLine, attributes } = plan.authentication;
  const isFirst = kind === 'list' || kind === 'read';
  const compared = attributes.filter(({ name }) =>
    access.grants.some(({ words = '' }) => words.includes(`caller.${name}`)),
  );
  return [
    ...new Set([
      ...access.grants.map(({ line }) => line),
      ...(tenantLine !== undefined && tenant !== undefined && isFirst ? [tenantLine.line] : []),
      ...(isFirst ? compared.map(({ line }) => line) : []),
    ]),
  ];
}

/** A create cannot refer to a record of another tenant. */
function listReferences(prover: Prover, operation: OperationPlan): readonly Case[] {
  return listPlaces(prover.plan, operation).flatMap((place): readonly Case[] => {
    const target = place.schema.type === 'ref' ? prover.resource(place.schema.resource) : undefined;
    const reader = target === undefined ? undefined : findReader(prover.plan.operations, target);
    if (target === undefined || reader === undefined || !isRuled(reader) || place.path.length > 1) return [];
    const about = `${operation.name} that refers to a ${target.name} of another tenant`;
    return [{ line: place.line, about, run: () => referAway(prover, operation, place, target, reader) }];
  });
}

async function referAway(
  prover: Prover,
  operation: OperationPlan,
  place: BodyPlace,
  target: ResourcePlan,
  reader: OperationPlan,
): Promise<Outcome> {
  const stranger = await findStranger(prover, operation);
  if (stranger === undefined) return unreached(alone);
  const { away } = stranger;
  const own = await away.prepare(operation);
  if (typeof own === 'string') return unreached(own);
  const record = await prover.create(target);
  const readable = await prover.prepare(reader);
  if (record === undefined || typeof readable === 'string') return unreached(`no ${target.name} can be created`);
  const looker = away.ground.known().find(({ text }) => text === own.pieces.held?.text);
  if (!isUnreadable(prover, target, record, { maker: findMaker(prover, readable.pieces.held?.text), looker }))
    return unreached('nothing that was seen decides whether that caller sees the record');
  const body = putAt(own.pieces.body, place.path, record[target.identity] as Json);
  return rejectTrial(away, own, {
    conditions: ['invalid input', 'not found'],
    words: `that refers to a ${target.name} of another tenant`,
    pieces: () => (body === undefined ? undefined : { body }),
  });
}

interface Stranger {
  readonly away: Prover;
  readonly held: NonNullable<Awaited<ReturnType<typeof holdCredential>>>;
  readonly looker: Caller | undefined;
}

/** Finds a caller of another tenant that may use an operation on its own records. */
async function findStranger({ away }: Prover, operation: OperationPlan): Promise<Stranger | undefined> {
  if (away === undefined) return undefined;
  for (const grant of listGrants(operation)) {
    const held = await holdCredential(away.ground.stage, operation, { grant });
    if (held === undefined) continue;
    return { away, held, looker: away.ground.known().find(({ text }) => text === held.text) };
  }
  return undefined;
}

const alone = 'no caller of another tenant: state one with --as';

function findMaker({ ground }: Prover, text: string | undefined): Caller | undefined {
  return ground.known().find((caller) => caller.text === text);
}

async function callAway(prover: Prover, operation: OperationPlan, resource: ResourcePlan): Promise<Outcome> {
  const stranger = await findStranger(prover, operation);
  if (stranger === undefined) return unreached(alone);
  const { away, held, looker } = stranger;
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const { record } = trial;
  if (record === undefined) return unreached('the path names no record');
  if (operation.kind === 'replace' && operation.creation !== undefined)
    return unreached('the caller may create a record of its own, or its identity is taken');
  const callers = { maker: findMaker(prover, trial.pieces.held?.text), looker };
  if (!isHidden(prover, operation, resource, record, callers))
    return unreached('nothing that was seen decides whether that caller sees the record');
  const request = composeRequest(prover.ground.stage, operation, { ...trial.pieces, held });
  const one = await away.ground.send(request);
  // A record that the caller may read is forbidden; of any other one it does not learn that it exists.
  const conditions = isUnreadable(prover, resource, record, callers) ? ['not found'] : ['not found', 'forbidden'];
  const expected = findExpected(prover.plan, operation, conditions);
  const { status, body } = one.response;
  const wanted = `\`${operation.name}\` of a ${resource.name} of another tenant is rejected with ${describeExpected(expected)}`;
  if (status < 400) return violated(wanted, `${status}: it was accepted`, one);
  if (isExpected(prover.plan, expected, one)) return proven;
  if (status === 429 || status === 503 || status === 401) return unreached(`the service responded ${status}`);
  if (!(await prover.succeeds(operation))) return unreached('the request of its own caller got a rejection too');
  const code = readCode(prover.plan.errors, body);
  return violated(wanted, `${status}${code === undefined ? '' : ` ${code}`}`, one);
}

async function listAway(prover: Prover, operation: OperationPlan, resource: ResourcePlan): Promise<Outcome> {
  const stranger = await findStranger(prover, operation);
  if (stranger === undefined) return unreached(alone);
  const { away, held, looker } = stranger;
  if (operation.segments.some(({ kind }) => kind === 'placeholder')) return unreached('the list is below a record');
  const done = await prover.sample(operation);
  if (typeof done === 'string') return unreached(done);
  const record = await prover.create(resource);
  if (record === undefined) return unreached(`no ${resource.name} can be created`);
  const callers = { maker: findMaker(prover, done.pieces.held?.text), looker };
  if (!isHidden(prover, operation, resource, record, callers))
    return unreached('nothing that was seen decides whether that caller sees the record');
  const ask = (query: readonly (readonly [string, string])[], as = held): Promise<Exchanged> => {
    const names = new Set(query.map(([name]) => name));
    const all = [...(done.pieces.query ?? []).filter(([name]) => !names.has(name)), ...query];
    return away.ground.send(composeRequest(prover.ground.stage, operation, { ...done.pieces, held: as, query: all }));
  };
  const filters = operation.parameters.flatMap(({ name, mapsTo, in: place }) => {
    if (mapsTo.kind !== 'filter' || place !== 'query' || mapsTo.path.length !== 1) return [];
    const value = record[mapsTo.path[0]!];
    const isEqual = mapsTo.operator === '=' || mapsTo.operator === 'in';
    return isEqual && ['string', 'number', 'boolean'].includes(typeof value) ? [[[name, String(value)] as const]] : [];
  });
  for (const query of [[], ...filters]) {
    const one = await ask(query);
    if (one.response.status >= 400) continue;
    const shown = readRecords(findResponse(operation, one.response.status)?.shape, one.response.body);
    if (!shows(shown, resource, record)) continue;
    const by = query.length === 0 ? '' : ` with ${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
    return violated(
      `\`${operation.name}\`${by} shows no ${resource.name} of another tenant`,
      `${String(record[resource.identity])}, which a caller of another tenant has made`,
      one,
    );
  }
  return proven;
}

function shows(shown: readonly ShownRecord[], { identity }: ResourcePlan, record: ShownRecord): boolean {
  return shown.some((one) => one[identity] !== undefined && one[identity] === record[identity]);
}
