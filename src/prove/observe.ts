import type { WireOperation } from '../describe/wire/index.ts';
import { isObject } from '../plan/fields/is-object.ts';
import type { OperationPlan, ResponsePlan } from '../plan/operation.ts';
import type { WholePlan } from '../plan/whole.ts';
import { memo } from '../text/memo.ts';
import type { Observation } from './ledger/ledger.ts';
import { proven, violated } from './ledger/verdict.ts';
import { readCode } from './rejections.ts';
import { judgeValue } from './values/judge.ts';
import { findFactLine } from './values/lines.ts';
import { findResponse, readRecords } from './values/shown.ts';
import type { Exchanged } from './world/exchanged.ts';

/** Judges one response by what the page states of every response of its operation. */
export function observe(plan: WholePlan, wire: WireOperation | undefined, one: Exchanged): readonly Observation[] {
  const { response } = one;
  if (response.status >= 400) return observeError(plan, one);
  return wire === undefined ? [] : observeSuccess(plan, wire, one);
}

function observeSuccess(plan: WholePlan, wire: WireOperation, one: Exchanged): readonly Observation[] {
  const operation = wire.plan;
  const { status, text, body, headers } = one.response;
  const of = (
    line: number,
    about: string,
    outcome: Observation['outcome'],
    check = 'endpoints/response',
  ): Observation => ({ line, check, about, outcome });
  const statuses = listStatuses(operation);
  const about = `the status of ${operation.name}`;
  if (!statuses.includes(status))
    return [
      of(
        operation.line,
        about,
        violated(`\`${operation.name}\` responds with ${statuses.join(' or ')}`, String(status), one),
      ),
    ];
  const response = findResponse(operation, status);
  const stated = wire.responses.find((candidate) => candidate.plan === response);
  const found = [of(response?.line ?? operation.line, about, proven), ...observeHeaders(response, one, about)];
  if (
    stated?.type === undefined ||
    operation.exchange?.statuses.some((each) => each.status === status && each.body === 'content')
  )
    return found;
  const types = operation.exchange?.responseTypes ?? [];
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  const line = response?.line ?? operation.line;
  if (text === '' || body === undefined)
    return [
      ...found,
      of(
        line,
        `the body of ${operation.name}`,
        violated(
          `the response of \`${operation.name}\` has a body of JSON`,
          text === '' ? 'no body' : `a body of ${type || 'no type'} that is not JSON`,
          one,
        ),
      ),
    ];
  if (types.length > 0) {
    const isStated = types.some((each) => each.split(';')[0] === type);
    const outcome = isStated
      ? proven
      : violated(`the response of \`${operation.name}\` has the media type ${types.join(' or ')}`, type, one);
    found.push(of(line, `the media type of ${operation.name}`, outcome));
  }
  const fits = new Set<number>();
  const misfits = judgeValue(plan, stated.type, body, (at) => fits.add(at));
  const wrong = new Set(misfits.map((misfit) => misfit.line ?? line));
  for (const at of fits)
    if (!wrong.has(at)) found.push(of(at, 'the type of the value that is shown', proven, 'resources/shown-type'));
  if (misfits.length === 0) found.push(of(line, `the shape of ${operation.name}`, proven));
  for (const { path, expected, got, line: at = line } of misfits) {
    const name = path
      .map((step) => (/^\d+$/.test(step) ? '[]' : step))
      .join('.')
      .replaceAll('.[]', '[]');
    found.push(
      of(
        at,
        `${name} in ${operation.name}`,
        violated(`the response of \`${operation.name}\` shows ${expected} as \`${name}\``, got, one),
        'resources/shown-type',
      ),
    );
  }
  return [...found, ...observeHidden(plan, operation, one), ...observeStates(plan, operation, one)];
}

/** The states in which records are seen. */
function observeStates(
  plan: WholePlan,
  operation: OperationPlan,
  { response: { status, body } }: Exchanged,
): readonly Observation[] {
  const resource = plan.resources.find(({ name }) => name === operation.resource);
  const machines = (resource?.machines ?? []).filter(({ field }) => field !== undefined);
  if (machines.length === 0) return [];
  const records = readRecords(findResponse(operation, status)?.shape, body);
  return machines.flatMap(({ field, states }) =>
    states
      .filter(({ name }) => records.some((record) => record[field!] === name))
      .map(({ name, line }) => ({
        line,
        check: 'states/seen',
        about: `a ${resource!.name} that is ${name}`,
        outcome: proven,
      })),
  );
}

/** Headers that a response always has. */
function observeHeaders(response: ResponsePlan | undefined, one: Exchanged, about: string): readonly Observation[] {
  return (response?.headers ?? [])
    .filter(({ value }) => value === 'location')
    .map(({ name }) => ({
      line: response!.line,
      check: 'endpoints/response',
      about: `${about}: ${name}`,
      outcome:
        (one.response.headers[name.toLowerCase()] ?? '') === ''
          ? violated(`the response has the header ${name}`, 'no such header', one)
          : proven,
    }));
}

/** The statuses of success that the page states for an operation. */
export function listStatuses(operation: OperationPlan): readonly number[] {
  const carried = (operation.exchange?.statuses ?? []).filter(({ on }) => on === 'success').map(({ status }) => status);
  return [
    ...new Set([
      ...operation.responses.filter(({ error }) => error === undefined).map(({ status }) => status),
      ...carried,
    ]),
  ];
}

const hiddenFields = memo(
  (plan: WholePlan) =>
    new Map(
      plan.resources.map(
        ({ name, fields }) =>
          [
            name,
            fields.filter(
              ({ direction, state }) => state !== true && (direction === 'internal' || direction === 'write-only'),
            ),
          ] as const,
      ),
    ),
);

/** Fields that no response shows. */
function observeHidden(plan: WholePlan, operation: OperationPlan, one: Exchanged): readonly Observation[] {
  const hidden = hiddenFields(plan).get(operation.resource ?? '') ?? [];
  const { body } = one.response;
  const response = findResponse(operation, one.response.status);
  const { shape } = response ?? {};
  if (shape?.kind !== 'object' || !isObject(body)) return [];
  const stated = new Set(shape.members.map(({ name }) => name));
  return hidden
    .filter(({ name }) => !stated.has(name))
    .map(({ name, line, direction }) => ({
      line,
      check: 'resources/hidden',
      about: `${name} in ${operation.name}`,
      outcome: Object.hasOwn(body, name)
        ? violated(`\`${name}\` is ${direction}: no response shows it`, `\`${operation.name}\` shows it`, one)
        : proven,
    }));
}

/** The status that the row of an error code states, and the form of the body. */
function observeError(plan: WholePlan, one: Exchanged): readonly Observation[] {
  const { errors } = plan;
  const { status, body, headers } = one.response;
  const code = readCode(errors, body);
  const row = errors.codes.find((each) => each.code === code);
  if (row === undefined) return [];
  const found: Observation[] = [];
  const of = (about: string, outcome: Observation['outcome']): void =>
    void found.push({ line: row.line, check: 'errors/response', about, outcome });
  of(
    `the status of ${code}`,
    status === row.status ? proven : violated(`the error ${code} has the status ${row.status}`, String(status), one),
  );
  const bodyLine = findFactLine(plan, 'Body');
  if (bodyLine !== undefined)
    found.push({ line: bodyLine, check: 'errors/response', about: `the code in the body of ${code}`, outcome: proven });
  if (errors.body?.kind !== 'problem details') return found;
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  of(
    `the media type of ${code}`,
    type === 'application/problem+json'
      ? proven
      : violated('an error has the media type application/problem+json', type || 'no media type', one),
  );
  const told = isObject(body) ? body.status : undefined;
  if (told !== undefined)
    of(
      `the status in the body of ${code}`,
      told === status
        ? proven
        : violated(`the body of ${code} has the status of the response, ${status}`, JSON.stringify(told), one),
    );
  return found;
}
