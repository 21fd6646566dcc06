import { isCustomHandler } from '../../plan/handler-rules.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { Observation } from '../ledger/ledger.ts';
import { violated } from '../ledger/verdict.ts';
import { findResponse, readRecords } from '../values/shown.ts';
import type { Exchanged } from '../world/exchanged.ts';
import type { Recorded } from './recorded.ts';

type Machine = ResourcePlan['machines'][number];

/** A reading of a record. */
interface Seen {
  readonly state: string;
  readonly one: Exchanged;
  readonly begin: number | undefined;
  readonly end: number | undefined;
}

/** The states to which each state leads. */
type Ways = ReadonlyMap<string, ReadonlySet<string>>;

/** The number of records whose last state is kept. */
const mostRecords = 20_000;

/** The milliseconds after which a request without a recorded duration is over. */
const longest = 30_000;

/** An observation, and the requests that show it. */
export interface Noticed extends Observation {
  readonly steps: readonly Exchanged[];
}

/** Creates the memory of the states in which records were seen. A state that no transition leads to is noticed, whatever the order of requests. */
export function createHistory(plan: WholePlan) {
  const seen = new Map<string, Seen>();
  const ways = new Map(
    plan.resources.flatMap((resource) =>
      listFollowed(plan, resource).map((machine) => [`${resource.name}.${machine.field}`, findWays(machine)] as const),
    ),
  );
  return {
    read(operation: OperationPlan, one: Exchanged, { at, duration = longest }: Recorded): readonly Noticed[] {
      const resource = plan.resources.find(({ name }) => name === operation.resource);
      const { status, body } = one.response;
      if (resource === undefined || status >= 300 || body === undefined) return [];
      const end = at === undefined ? undefined : at + duration;
      return readRecords(findResponse(operation, status)?.shape, body).flatMap((record) =>
        resource.machines.flatMap((machine): readonly Noticed[] => {
          const { field } = machine;
          const known = ways.get(`${resource.name}.${field}`);
          const [id, state] = [record[resource.identity], record[field!]];
          if (known === undefined || !known.has(String(state)) || id === undefined) return [];
          const key = `${resource.name}.${field} ${String(id)}`;
          const before = seen.get(key);
          const now: Seen = { state: String(state), one: toShort(one), begin: at, end };
          seen.delete(key);
          seen.set(key, now);
          if (seen.size > mostRecords) seen.delete(seen.keys().next().value!);
          const wrong = before === undefined ? undefined : judge(known, before, now);
          if (wrong === undefined) return [];
          const line = machine.states.find(({ name }) => name === wrong.to)?.line;
          const outcome = violated(
            `no transition leads from ${wrong.from} to ${wrong.to}`,
            `the ${resource.name} ${String(id)} was ${wrong.from}, then ${wrong.to}`,
            one,
          );
          const steps = [before!.one, one];
          const about = `a ${resource.name} after it was ${wrong.from}`;
          return line === undefined ? [] : [{ line, check: 'states/followed', about, outcome, steps }];
        }),
      );
    },
  };
}

/** Two states of one record that no order of their requests explains; requests overlap unless their times say that they do not. */
function judge(ways: Ways, before: Seen, now: Seen): { readonly from: string; readonly to: string } | undefined {
  const leads = (from: string, to: string): boolean => from === to || ways.get(from)!.has(to);
  if (leads(before.state, now.state)) return undefined;
  const isAfter = before.end !== undefined && now.begin !== undefined && now.begin >= before.end;
  return isAfter || !leads(now.state, before.state) ? { from: before.state, to: now.state } : undefined;
}

/** The machines whose states only their own transitions change, of records whose identities are used once. */
function listFollowed({ operations, resources }: WholePlan, resource: ResourcePlan): readonly Machine[] {
  const identity = resource.fields.find(({ name }) => name === resource.identity);
  if (identity?.assigned === undefined) return [];
  if (operations.some((one) => isCustomHandler(one))) return [];
  return resource.machines.filter(({ field }) => {
    if (field === undefined) return false;
    const name = JSON.stringify(field);
    const own = resource.machines.flatMap(({ transitions }) => transitions.flatMap(({ effects }) => effects));
    const others = resources.flatMap(({ machines }) =>
      machines.flatMap(({ transitions }) => transitions.flatMap((one) => one.others ?? [])),
    );
    return own.every(({ path }) => path[0] !== field) && !JSON.stringify(others).includes(name);
  });
}

function findWays({ states, transitions }: Machine): Ways {
  return new Map(
    states.map(({ name }) => {
      const found = new Set<string>();
      const visit = (from: string): void => {
        for (const { from: sources, to } of transitions) {
          if (!sources.includes(from) || to.kind !== 'state' || found.has(to.state)) continue;
          found.add(to.state);
          visit(to.state);
        }
      };
      visit(name);
      return [name, found] as const;
    }),
  );
}

/** A request without the body of its response: thousands are kept. */
function toShort({ response, request, ...one }: Exchanged): Exchanged {
  const { text: _, ...short } = request;
  return {
    ...one,
    request: request.method === 'GET' ? short : request,
    response: { status: response.status, headers: {}, text: '' },
  };
}
