import type { WholePlan } from '../../plan/whole.ts';
import { present } from '../../text/present.ts';
import { toTypesName } from '../types/index.ts';
import { describeWire } from '../wire/index.ts';
import { type ClientEvent, type EnvelopePaths, findStream, findWebhooks, listEvents } from './events.ts';
import { findServiceFacts, findSession, listUsableSchemes, type ServiceFacts, type SessionFacts } from './facts.ts';
import { describeMethod, type Method } from './methods.ts';
import { createShapeWriter } from './shapes.ts';
import type { ClientType, Declaration } from './type.ts';
import { createTypeWriter } from './type.ts';

/** A client of a service, in the words of no language: the writer of each puts it into a file. */
export interface Client {
  /** The document and the version, for the first line of the file. */
  readonly origin: string;
  readonly service: string;
  /** The names of the client's type and of the type of its events. */
  readonly client: string;
  readonly event: string;
  readonly declarations: readonly Declaration[];
  readonly methods: readonly Method[];
  readonly waits: readonly Wait[];
  readonly events: readonly ClientEvent[];
  readonly stream?: { readonly method: Method; readonly envelope: EnvelopePaths };
  /** The envelope of signed webhooks; left out: the service signs none. */
  readonly webhooks?: EnvelopePaths;
  readonly schemes: readonly string[];
  readonly facts: ServiceFacts;
  /** Left out: no operation shows the credential of a session. */
  readonly session?: SessionFacts;
  /** Reserves a name for another type. */
  readonly reserve: (name: string) => string;
}

/** A wait for a state of a record: the method that reads it, and the type of the record in each state. */
export interface Wait {
  readonly read: Method;
  readonly resource: string;
  readonly field: string;
  readonly type: ClientType;
  readonly variants: ReadonlyMap<string, string>;
}

/** Describes a client of a service; its types have other names than `reserved`. */
export function describeClient(plan: WholePlan, reserved: readonly string[]): Client {
  const service = toTypesName(plan);
  const [client, event] = [`${service}Client`, `${service}Event`];
  const types = createTypeWriter(plan, [...reserved, client, event]);
  const shapes = createShapeWriter(plan, types);
  // Reads come first, so that the form that they show has the name of the resource.
  const first = ['read', 'list'];
  const wire = describeWire(plan);
  const operations = plan.operations
    .filter(({ disabled, kind }) => disabled !== true && kind !== 'stream events')
    .toSorted((a, b) => Number(first.includes(b.kind)) - Number(first.includes(a.kind)));
  const described = new Map(
    operations.map((operation) => [operation, describeMethod(plan, wire.of(operation), types, shapes)]),
  );
  const methods = plan.operations.flatMap((operation) => described.get(operation) ?? []);
  const reads = methods.flatMap((read): readonly Wait[] => {
    const [type] = read.responses[0]?.data ?? [];
    const { kind, resource } = read.operation;
    const state = kind === 'read' && !read.isMoreRequired && type !== undefined ? shapes.stateOf(type) : undefined;
    return state === undefined || resource === undefined ? [] : [{ read, resource, type: type!, ...state }];
  });
  const waits = [...Map.groupBy(reads, ({ resource }) => resource).values()].map(chooseWait);
  const events = listEvents(plan, shapes);
  const stream = findStream(plan);
  const operation = stream && plan.operations.find(({ name }) => name === stream.operation)!;
  const webhooks = findWebhooks(plan);
  const version = plan.version === undefined ? '' : `, version ${plan.version.name}`;
  return {
    origin: `${plan.document.replace(/^.*[\\/]/, '')}${version}`,
    service: plan.name,
    client,
    event,
    methods,
    waits,
    events,
    ...(stream === undefined || operation === undefined
      ? {}
      : {
          stream: {
            method: describeMethod(plan, wire.of(operation), types, shapes),
            envelope: stream.envelope,
          },
        }),
    ...(webhooks === undefined ? {} : { webhooks }),
    schemes: listUsableSchemes(plan).map(({ name }) => name),
    facts: findServiceFacts(plan),
    ...present({ session: findSession(plan) }),
    declarations: types.list(),
    reserve: types.reserve,
  };
}

/** Returns the read that a client waits with, of those of one resource: the one without a name of its own, else the first. */
function chooseWait(reads: readonly Wait[]): Wait {
  return reads.find(({ read, resource }) => read.operation.name === `read ${resource}`) ?? reads[0]!;
}
