import type { StoredEvent } from '../contracts/events.ts';
import type { RecordValue, Row } from '../contracts/record.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import type {
  CompiledEvents,
  DecodedEvent,
  EventCondition,
  EventRule,
  EventRules,
  ShownEvent,
} from '../contracts/shown-events.ts';
import { operationKinds } from '../plan/kinds.ts';
import { leftEvent } from '../plan/leaving.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { readKey } from '../plan/records/neighbours.ts';
import type { ResourcePlan } from '../plan/resource.ts';
import type { AnswerShape } from '../plan/shape.ts';
import { createEventNameReader, type EventNameReader } from '../plan/version/event-names.ts';
import { findNamed } from '../text/find-named.ts';
import { toEmbeddedKey } from './answers/runtime.ts';
import type { Answers } from './answers/writer.ts';
import { compileFragment } from './answers.ts';
import { createAllEventRecords, parseStoredJson } from './events/records.ts';
import { declareCondition } from './expressions.ts';
import { stringifyExact } from './json/text.ts';
import { topVersion } from './version/base.ts';

/** Built-in values in an envelope and in responses with events: `r` is the shown event. */
export const shownRoles: Readonly<Record<string, string>> = {
  'event id': 'JSON.stringify(r.id)',
  'event type': 'JSON.stringify(r.kind)',
  'event time': 'JSON.stringify(r.time)',
  'event caller': `(r.caller === undefined ? 'null' : JSON.stringify(r.caller))`,
  sequence: `('' + r.number)`,
  payload: `(r.payload ?? 'null')`,
  version: `(r.version === undefined ? 'null' : JSON.stringify(r.version))`,
};

/** Built-in values in a payload: `r` is the record; the event is `g.shown`. */
export const payloadRoles = Object.fromEntries(
  Object.entries(shownRoles).map(([role, text]) => [role, text.replaceAll('r.', 'g.shown.')]),
);

type PayloadOf = (given: object, record: RecordValue | undefined) => string | undefined;

/** Writes the code of events into the module; the second step is done when the module is linked. */
export function compileEvents(
  answers: Answers,
): (toRecord: (resource: string) => (row: Row) => RecordValue) => CompiledEvents {
  const { plan, module } = answers;
  const payloads = plan.events.map(({ name, payload, resource }) => ({
    name,
    made: payload === undefined ? undefined : declarePayloadWriter(answers, payload, resource, payloadRoles),
  }));
  const envelopes = plan.deliveries.map(({ envelope }) =>
    envelope !== undefined && 'shape' in envelope
      ? declarePayloadWriter(answers, envelope.shape, undefined, shownRoles)
      : undefined,
  );
  const emails = (plan.mail?.emails ?? []).map(({ name, values, resource }) => ({
    name,
    made: declarePayloadWriter(answers, values, resource, payloadRoles),
  }));
  const rules = plan.operations
    .filter(({ kind }) => operationKinds[kind].about === 'events')
    .map((operation) => ({ operation, make: createEventRules(answers, operation) }));
  const conditions = plan.events.map(({ name, when }) => ({
    name,
    all: when.map(
      ({ condition }) => condition && declareCondition(module, 'r, o', condition, { record: 'r', old: 'o' }),
    ),
  }));
  const version = topVersion(plan);
  return (toRecord) => {
    const linked = new Map(
      payloads.flatMap(({ name, made }) =>
        made === undefined ? [] : [[name, module.linked(made) as unknown as PayloadOf]],
      ),
    );
    const records = createAllEventRecords(plan, toRecord);
    const names = createEventNameReader(plan);
    const open = createEventDecoder(plan, records, names);
    return {
      text: (resource, row) => records.get(resource)!.text(row),
      decode: open,
      storedNames: names.stored,
      show: (decoded) => show(decoded, linked, version),
      bare: ({ event }) => ({ ...showFacts(event, event.kind, version), payload: undefined }),
      left: (decoded) => showLeft(plan, decoded, decoded.record, version),
      conditions: new Map(
        conditions.map(({ name, all }) => [
          name,
          all.map((made) => (made === undefined ? undefined : (module.linked(made) as unknown as EventCondition))),
        ]),
      ),
      envelopes: envelopes.map((name) => {
        if (name === undefined) return undefined;
        const text = module.linked(name) as unknown as (given: object, shown: ShownEvent) => string;
        return (shown) => text({}, shown);
      }),
      emails: new Map(
        emails.map(({ name, made }) => {
          const write = module.linked(made) as unknown as PayloadOf;
          return [name, (decoded) => write(createGiven(decoded, version), decoded.record) ?? '{}'];
        }),
      ),
      rules: new Map(rules.map(({ operation, make }) => [operation.name, make()])),
    };
  };
}

/** Declares the text of a payload or an envelope: the name of a function `(g, r) => text`. */
export function declarePayloadWriter(
  answers: Answers,
  shape: AnswerShape,
  resource: string | undefined,
  roles: Readonly<Record<string, string>>,
): string {
  const { module, plan } = answers;
  const of = plan.resources.find((otherResource) => otherResource.name === resource);
  const context = { resource: of, row: false, validated: false, roles, own: true, expand: new Map() };
  const made = compileFragment(answers, shape, context)!;
  const text = made.absent === undefined ? made.text : `(${made.absent} ? 'null' : ${made.text})`;
  return module.declare('g, r', `return ${made.maybe === true ? `(${text} ?? 'null')` : text};`);
}

/** By scope row, by resource: whether its Where holds for a record. */
function createEventRules(answers: Answers, { access }: OperationPlan): () => EventRules {
  const { module } = answers;
  const rows = access.grants.map(({ where, byResource }) =>
    where === undefined
      ? undefined
      : Object.entries(byResource ?? {}).map(
          ([resource, rule]) =>
            [
              resource,
              rule === 'disabled' ? undefined : declareCondition(module, 'r, g', rule, { record: 'r', given: 'g' }),
            ] as const,
        ),
  );
  return () =>
    rows.map((row) =>
      row === undefined
        ? undefined
        : new Map(
            row.map(([resource, name]) => [
              resource,
              name === undefined ? () => false : (module.linked(name) as unknown as EventRule),
            ]),
          ),
    );
}

interface RecordSnapshot {
  readonly resource: string;
  readonly record: Readonly<Record<string, unknown>>;
}

function createEventDecoder(
  plan: Plan,
  records: ReturnType<typeof createAllEventRecords>,
  names: EventNameReader,
): CompiledEvents['decode'] {
  const recordOf = (resource: string | undefined, text: string | undefined): RecordValue | undefined => {
    const known = resource === undefined ? undefined : records.get(resource);
    return known === undefined || text === undefined
      ? undefined
      : known.record(parseStoredJson(text) as Readonly<Record<string, unknown>>);
  };
  return (stored) => {
    const event = { ...stored, kind: names.present(stored.kind, stored.version) };
    const record = recordOf(event.resource, event.record);
    const refs: Record<string, RecordValue | undefined> = {};
    for (const snapshot of (event.refs === undefined ? [] : parseStoredJson(event.refs)) as readonly RecordSnapshot[]) {
      const of = findNamed(plan.resources, snapshot.resource);
      if (of === undefined) continue;
      const neighbour = records.get(snapshot.resource)!.record(snapshot.record);
      refs[toEmbeddedKey(of.name, neighbour[of.identity])] = neighbour;
      refs[readKey(of.name, neighbour[of.identity])] = neighbour;
    }
    const before = recordOf(event.resource, event.before);
    const withFields = (of: RecordValue | undefined): DecodedEvent['refs'] => {
      const found = { ...refs };
      for (const { name, schema } of findNamed(plan.resources, event.resource)?.fields ?? []) {
        if (schema.type !== 'ref' || of?.[name] === undefined || of[name] === null) continue;
        found[name] = refs[toEmbeddedKey(schema.resource, of[name])];
      }
      return found;
    };
    return {
      event,
      record,
      before,
      refs: withFields(record),
      ...(before === undefined ? {} : { refsBefore: withFields(before) }),
    };
  };
}

/** Shows that a record has left a stream: its resource and its identity, and no other field. `record` is in the form of the version. */
export function showLeft(
  { resources }: { readonly resources: readonly Pick<ResourcePlan, 'name' | 'identity'>[] },
  { event }: DecodedEvent,
  record: RecordValue | undefined,
  version: string | undefined,
): ShownEvent {
  const { resource } = event;
  const identity = resources.find(({ name }) => name === resource)?.identity;
  const payload = stringifyExact({ resource, id: identity === undefined ? undefined : record?.[identity] });
  return { ...showFacts(event, leftEvent, version), payload };
}

/** Shows an event without its payload, under the name that its kind has in a version. */
export function showFacts(
  { id, at, caller, sequence }: StoredEvent,
  kind: string,
  version: string | undefined,
): Omit<ShownEvent, 'payload'> {
  return { id, kind, time: new Date(at).toISOString(), caller, number: sequence, version };
}

function show(
  decoded: DecodedEvent,
  payloads: ReadonlyMap<string, PayloadOf>,
  version: string | undefined,
): ShownEvent {
  const given = createGiven(decoded, version);
  return { ...given.shown, payload: payloads.get(decoded.event.kind)?.(given, decoded.record) };
}

interface Given extends Pick<RequestContext, 'now' | 'refs' | 'before' | 'caller'> {
  readonly shown: Omit<ShownEvent, 'payload'>;
}

/** Creates the values that the code of payloads and emails reads, next to the record. */
function createGiven({ event, before, refs }: DecodedEvent, version: string | undefined): Given {
  return {
    shown: showFacts(event, event.kind, version),
    refs: refs as Record<string, RecordValue | undefined>,
    before,
    caller: undefined,
    now: event.at,
  };
}
