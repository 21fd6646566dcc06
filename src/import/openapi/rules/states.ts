import { get, listItems, readString, type Tree } from '../../source/tree.ts';
import { type Candidate, type Match, normalize } from './contract.ts';

/** A field that is recognized as the state of its record. */
export interface Machine {
  readonly field: string;
  readonly states: readonly MachineState[];
  /** Says what was recognized; `name` is the name of the resource. */
  explain(name: string): readonly string[];
}

/** A state, and what states it. */
export interface MachineState {
  readonly name: string;
  readonly says: readonly Tree[];
  readonly kind: string;
  readonly kindSays: readonly Tree[];
  readonly meaning: Tree | undefined;
}

/**
 * Recognizes the field that is the state of a record: `x-nonet-states` names it; or it is called `status` or `state`, has fixed values and
 * a default, no request sends it, and an operation below the path of a record is a verb. Where the operations lead is not in a description.
 */
export function recognizeStates(
  { facets, schemas, item, path, placeholder }: Candidate,
  matches: readonly Match[],
): Machine | undefined {
  const [stated] = listItems(facets.keywords.get('x-nonet-states'));
  const named = readString(get(stated, 'field'));
  const actions = listActions(schemas.api.operations, `${path}/{${placeholder}}`);
  const field = named ?? (actions.length === 0 ? undefined : findField(facets.properties));
  const property = field === undefined ? undefined : facets.properties.get(field);
  if (field === undefined || property === undefined || item.length === 0) return undefined;
  const { types, keywords, nullable } = schemas.facetsOf(property);
  const values = listItems(keywords.get('enum'));
  if (types.size !== 1 || !types.has('string') || nullable.length > 0 || values.length < 2) return undefined;
  if (!values.every((value) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(readString(value) ?? ''))) return undefined;
  if (matches.some(({ takes }) => takes.includes(field))) return undefined;
  const first = keywords.get('default');
  const described = listItems(get(stated, 'states'));
  const states = values.map((value) => readState(value, described, named === undefined ? first : undefined));
  if (states.filter(({ kind }) => kind === 'initial').length !== 1) return undefined;
  const why =
    named === undefined ? 'it has fixed values and a default, and no request sends it' : '`x-nonet-states` states it';
  return {
    field,
    states,
    explain: (name) => [
      `\`${field}\` is the state of ${name}, because ${why}`,
      ...actions.map(
        (action) =>
          `POST ${action} is a handler: the source does not say which states of ${name} it takes, and where it leads`,
      ),
    ],
  };
}

function findField(properties: ReadonlyMap<string, Tree>): string | undefined {
  return [...properties.keys()].find((name) => ['status', 'state'].includes(normalize(name)));
}

/** Lists the paths of a POST that are a verb below the path of a record. */
function listActions(operations: Candidate['item'], path: string): readonly string[] {
  return operations
    .filter(
      ({ method, path: own }) =>
        method === 'POST' && own.startsWith(`${path}/`) && /^[a-z][a-z_-]*$/i.test(own.slice(path.length + 1)),
    )
    .map(({ path: own }) => own);
}

function readState(value: Tree, described: readonly Tree[], first: Tree | undefined): MachineState {
  const name = readString(value)!;
  const own = described.find((one) => readString(get(one, 'name')) === name);
  const kind = get(own, 'kind');
  const isFirst = first !== undefined && readString(first) === name;
  return {
    name,
    says: [value, ...(own === undefined ? [] : [get(own, 'name')!])],
    kind: isFirst ? 'initial' : (readString(kind) ?? ''),
    kindSays: isFirst ? [first] : kind === undefined ? [] : [kind],
    meaning: get(own, 'meaning'),
  };
}
