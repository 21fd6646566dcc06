import type { ResourcePlan, StateMachinePlan } from '../../plan/resource.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { present } from '../../text/present.ts';
import { type Diagrams, toDiagramKey } from '../docs/diagram/layout.ts';
import { nameVersion } from '../requests.ts';
import { describeWire } from '../wire/index.ts';
import { capitalize, joinDescriptions, toPlural, toSentence, toWords } from '../words.ts';
import type { FieldData, MachineData, OperationData, ResourceData, SchemeData, WorkbenchData } from './model.ts';
import { describeOperation } from './operations.ts';
import { listObjects } from './types.ts';

/** How the workbench is written. */
export interface WorkbenchOptions {
  /** The layouts of the state diagrams; without them states are words alone. */
  readonly diagrams?: Diagrams | undefined;
  /** The documentation page is served, too. */
  readonly hasDocs?: boolean;
}

/** Computes from the plan of a version all that the workbench knows of a service. */
export function describeWorkbench(plan: WholePlan, { diagrams = {}, hasDocs }: WorkbenchOptions = {}): WorkbenchData {
  const { prefix, header, query, accept } = nameVersion(plan, plan.version?.name);
  const base = plan.base.prefix + prefix;
  const all = describeWire(plan)
    .operations.filter(({ plan: { disabled } }) => disabled !== true)
    .map((operation) => describeOperation(plan, operation, base));
  const sessions = all.filter(isOfSessions);
  const others = all.filter((operation) => !isOfSessions(operation));
  const stream = all.find(({ kind }) => kind === 'stream events');
  return {
    name: plan.name,
    summary: plan.summary,
    prefix: plan.base.prefix,
    headers: header === undefined ? {} : { [header.name]: header.value },
    query: query === undefined ? {} : { [query.name]: query.value },
    ...present({ accept, stream }),
    ...(hasDocs === true ? { docs: `${plan.base.prefix}/docs` } : {}),
    schemes: listSchemes(plan),
    resources: plan.resources.flatMap((resource) => describeResource(resource, others, diagrams)),
    sessions,
    objects: listObjects(plan),
  };
}

function isOfSessions({ credential, session }: OperationData): boolean {
  return credential !== undefined || session !== undefined;
}

function listSchemes({ authentication: { schemes } }: WholePlan): readonly SchemeData[] {
  return schemes.flatMap(({ name, kind, meaning, sentIn, disabled }) =>
    disabled === true
      ? []
      : sentIn.map((place) => ({
          ...{ name, kind, in: place.in, header: place.name },
          ...present({ word: place.word, meaning }),
        })),
  );
}

/** A resource without an operation that shows its records has no place of its own. */
function describeResource(
  { name, identity, tenant, machines, description = [] }: ResourcePlan,
  all: readonly OperationData[],
  diagrams: Diagrams,
): readonly ResourceData[] {
  const operations = all.filter(({ resource }) => resource === name);
  if (!operations.some(({ shown }) => shown !== undefined)) return [];
  const noun = toWords(name);
  const prose = joinDescriptions(description.map(({ text }) => text));
  return [
    {
      name,
      noun,
      title: capitalize(toPlural(noun)),
      ...(prose === '' ? {} : { description: prose }),
      identity,
      ...present({ tenant, label: findLabel(operations, identity) }),
      machines: machines.flatMap((machine) => describeMachine(name, machine, diagrams)),
      operations,
    },
  ];
}

const labels = [
  'name',
  'title',
  'subject',
  'label',
  'display_name',
  'full_name',
  'username',
  'email',
  'number',
  'slug',
  'code',
];

/** The member by which people know a record: of a common name, or else the first string, a required one before others. */
function findLabel(operations: readonly OperationData[], identity: string): string | undefined {
  const shown = operations.flatMap((operation) => operation.shown ?? []).filter(({ name }) => name !== identity);
  const isPlain = ({ type }: FieldData): boolean => type.kind === 'string' || type.kind === 'integer';
  const known = labels.find((label) => shown.some((field) => field.name === label && isPlain(field)));
  if (known !== undefined) return known;
  const sent = operations.find(({ kind }) => kind === 'create')?.body;
  const texts = (sent?.kind === 'object' ? sent.fields : []).filter(
    ({ name, type }) => type.kind === 'string' && shown.some((field) => field.name === name),
  );
  return (texts.find(({ required }) => required === true) ?? texts.find(({ type }) => 'format' in type === false))
    ?.name;
}

function describeMachine(resource: string, machine: StateMachinePlan, diagrams: Diagrams): readonly MachineData[] {
  const { field, states, matrix } = machine;
  if (field === undefined) return [];
  const drawing = diagrams[toDiagramKey(resource, machine)]?.wide;
  return [
    {
      field,
      states: states.map(({ name, kind, meaning }) => {
        const fixed = matrix.filter(({ cells }) => cells[name] !== undefined && cells[name] !== 'required');
        return {
          name,
          ...present({ kind, meaning: meaning === undefined ? undefined : toSentence(meaning) }),
          ...(fixed.length === 0 ? {} : { fixed: fixed.map((row) => row.field) }),
        };
      }),
      ...present({ drawing }),
    },
  ];
}
