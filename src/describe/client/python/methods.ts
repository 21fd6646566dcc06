import { toPascal } from '../../words.ts';
import type { Client, Wait } from '../client.ts';
import type { EnvelopePaths } from '../events.ts';
import type { OperationFacts } from '../facts.ts';
import type { Method } from '../methods.ts';
import { quotePython, toDocstring, toPythonName } from './names.ts';
import { formatAlias, type PythonTypes } from './types.ts';

const callOptions = [
  'timeout: float | None = None',
  'retries: int | None = None',
  'headers: Mapping[str, str] | None = None',
];
const passedOptions = ['timeout=timeout', 'retries=retries', 'headers=headers'];

/** Writes a method of the client's class; declares the types of its responses. `id`: its name. */
export function formatMethod(method: Method, id: string, types: PythonTypes, reserve: Client['reserve']): string {
  const { body, parameters, preconditions, hasIdempotency, items, codes } = method;
  const owner = toPascal(method.id);
  const names = nameArguments(method);
  const conditions = preconditions.map(({ header, required }) => ({
    name: header === 'If-Match' ? 'if_match' : 'if_none_match',
    required,
  }));
  const signature = [
    'self',
    ...listPathArguments(method, types),
    ...(body === undefined
      ? []
      : [`body: ${types.format(body.type, `${owner}Body`)}${body.optional ? ' | None = None' : ''}`]),
    '*',
    ...parameters.map(({ name, type, optional }) => {
      const text = types.format(type, `${owner}${toPascal(name)}`);
      return `${names.parameters.get(name)}: ${text}${optional ? ' | None = None' : ''}`;
    }),
    ...conditions.map(({ name, required }) => `${name}: str${required ? '' : ' | None = None'}`),
    ...(hasIdempotency ? ['idempotency_key: str | None = None'] : []),
    ...(method.facts.resumable === true ? ['resumable: bool | ResumableUpload = False'] : []),
    ...callOptions,
  ];
  const passed = [
    ...formatPath(method),
    ...(parameters.length === 0
      ? []
      : [
          `parameters={${parameters.map(({ name }) => `${quotePython(name)}: ${names.parameters.get(name)}`).join(', ')}}`,
        ]),
    ...(body === undefined ? [] : ['body=body']),
    ...conditions.map(({ name }) => `${name}=${name}`),
    ...(hasIdempotency ? ['idempotency_key=idempotency_key'] : []),
    ...passedOptions,
  ];
  const success = method.responses.map(({ status, data }) => {
    const forms = data.map((type) => types.format(type, `${owner}${items === undefined ? 'Response' : 'Page'}`));
    return `Success[Literal[${status}], ${[...new Set(forms)].join(' | ')}]`;
  });
  const page = success.join(' | ') || 'Never';
  const result = reserve(`${owner}Result`);
  const what = `self._connection, _OPERATIONS["${id}"]`;
  const call = `_Call(\n            ${passed.join(',\n            ')},\n        )`;
  if (items === undefined) {
    types.add(formatAlias(result, `${page} | Failure[${codes}]`));
    return `${formatHead(id, signature, result)}
        ${toDocstring(method.doc)}
        call = ${call}
        return cast("${result}", ${method.facts.resumable === true ? `_call_resumable(${what}, call, resumable)` : `_call(${what}, call)`})`;
  }
  types.add(formatAlias(result, `Pages[${page}, ${types.format(items.type, `${owner}Item`)}, ${codes}]`));
  return `${formatHead(id, signature, result)}
        ${toDocstring(method.doc)}
        call = ${call}
        return Pages(${what}, ${formatTuple(items.path)}, call)`;
}

function formatHead(id: string, signature: readonly string[], returned: string): string {
  return `    def ${id}(\n${signature.map((argument) => `        ${argument},\n`).join('')}    ) -> ${returned}:`;
}

function listPathArguments(method: Method, types: PythonTypes): readonly string[] {
  const { path } = nameArguments(method);
  return [...path].map(([name, argument]) => {
    const { type } = method.placeholders.find((placeholder) => placeholder.name === name)!;
    return `${argument}: ${types.format(type, `${toPascal(method.id)}${toPascal(name)}`)}`;
  });
}

function formatPath(method: Method): readonly string[] {
  const { path } = nameArguments(method);
  if (method.placeholders.length === 0) return [];
  return [`path=(${method.placeholders.map(({ name }) => `${path.get(name)},`).join(' ')})`];
}

export function formatTuple(values: readonly (string | number | undefined)[]): string {
  const texts = values.map((value) =>
    value === undefined ? 'None' : typeof value === 'number' ? `${value}` : quotePython(value),
  );
  return texts.length === 1 ? `(${texts[0]},)` : `(${texts.join(', ')})`;
}

/** Writes the method that waits for a state: for each state alone with the type of the record in it. */
export function formatWait(wait: Wait, id: string, readId: string, types: PythonTypes): string {
  const { read, resource, field, type, variants } = wait;
  const path = listPathArguments(read, types);
  const names = [...nameArguments(read).path.values()];
  const all = [...variants.keys()];
  const cases = [...all.map((state) => [state]), all];
  const format = (states: readonly string[], isLast: boolean): string => {
    const found = isLast ? types.format(type, resource) : variants.get(states[0]!)!;
    const signature = [
      'self',
      ...path,
      `states: Sequence[Literal[${states.map(quotePython).join(', ')}]]`,
      '*',
      'interval: float = 1.0',
      'wait_timeout: float | None = None',
      ...callOptions,
    ];
    return `${formatHead(id, signature, `Success[Literal[200], ${found}] | Failure[${read.codes}]`)}`;
  };
  const overloads = cases.map((states, at) => {
    const head = format(states, at === cases.length - 1)
      .replace(/,?\n\s+/g, (found) => (found.startsWith(',') ? ', ' : ''))
      .replaceAll('= None, )', '= None)');
    return `    @overload\n    ${head.trim()} ...`;
  });
  const passed = [...names, ...passedOptions].join(', ');
  return `${overloads.join('\n\n')}

${format(all, true).replaceAll(/(states: )Sequence\[.*\]/g, '$1Sequence[str]')}
        ${toDocstring(`Reads the ${resource} every \`interval\` seconds until it is in one of the states, or the service rejects a read. Raises \`TimeoutError\` after \`wait_timeout\` seconds.`)}
        return _read_until(
            lambda: self.${readId}(${passed}),
            lambda result: isinstance(result, Success) and result.data[${quotePython(field)}] in states,
            interval,
            wait_timeout,
        )`;
}

/** Writes the method that reads a stream. */
export function formatStream(id: string, event: string, { data }: EnvelopePaths): string {
  const signature = ['self', '*', 'last_event_id: str | None = None', ...callOptions];
  return `${formatHead(id, signature, `Generator[${event}, None, None]`)}
        ${toDocstring('Reads events as they happen, over all reconnections. `last_event_id`: the `id` of the last event that you handled; the stream goes on after it. Raises `ApiError`.')}
        call = _Call(${passedOptions.join(', ')})
        return _read_events(self._connection, _OPERATIONS["${id}"], ${formatTuple(data)}, call, last_event_id)`;
}

/** Writes the facts of an operation. */
export function formatOperation(id: string, facts: OperationFacts): string {
  const { name, method, path, type, accept, headers, idempotency, content, session, ok, empty, codes } = facts;
  const statuses = [...codes].map(([status, values]) => `${status}: ${formatTuple(values)}`);
  const members = [
    `name=${quotePython(name)}`,
    `method=${quotePython(method)}`,
    `path=${quotePython(path)}`,
    `accept=${quotePython(accept)}`,
    `ok=${formatTuple(ok)}`,
    `empty=${formatTuple(empty)}`,
    `codes={${statuses.join(', ')}}`,
    ...(type === undefined ? [] : [`type=${quotePython(type)}`]),
    ...(headers === undefined ? [] : [`headers=${formatTuple(headers)}`]),
    ...(idempotency === undefined ? [] : [`idempotency=${quotePython(idempotency)}`]),
    ...(content === true ? ['content=True'] : []),
    ...(session === undefined
      ? []
      : [
          `session=(${quotePython(session.does)}, ${formatTuple(session.credential ?? [])}, ${session.refreshToken === undefined ? 'None' : formatTuple(session.refreshToken)})`,
        ]),
  ];
  return `    "${id}": _Operation(\n${members.map((member) => `        ${member},\n`).join('')}    ),`;
}

/** Writes the facts of the service. */
export function formatService({ facts: { schemes, version, code, message } }: Client): string {
  const texts = schemes.map(({ name, in: place, key, word }) => {
    const values = [name, place, key, ...(word === undefined ? [] : [word])];
    return `_Scheme(${values.map(quotePython).join(', ')})`;
  });
  const members = [
    `schemes=(${texts.map((text) => `${text},`).join(' ')})`,
    ...(version === undefined ? [] : [`version=${formatTuple([version.in, version.name, version.value])}`]),
    ...(code === undefined ? [] : [`code=${formatTuple(code)}`]),
    ...(message === undefined ? [] : [`message=${formatTuple(message)}`]),
  ];
  return `_SERVICE = _Service(\n${members.map((member) => `    ${member},\n`).join('')})`;
}

interface Named {
  readonly name: string;
}

/** The names of a method's arguments, by the names of the document. */
interface ArgumentNames {
  readonly path: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Arguments that the client itself has. */
const own = [
  'self',
  'body',
  'timeout',
  'retries',
  'headers',
  'idempotency_key',
  'if_match',
  'if_none_match',
  'last_event_id',
  'states',
  'interval',
  'wait_timeout',
];

/** Names the arguments of a method; each name is unique. */
export function nameArguments({
  placeholders,
  parameters,
}: {
  readonly placeholders: readonly Named[];
  readonly parameters: readonly Named[];
}): ArgumentNames {
  const taken = new Set(own);
  const nameAll = (members: readonly Named[]): ReadonlyMap<string, string> => {
    const names = new Map<string, string>();
    for (const { name } of members) {
      if (names.has(name)) continue;
      let free = toPythonName(name);
      while (taken.has(free)) free = `${free}_`;
      taken.add(free);
      names.set(name, free);
    }
    return names;
  };
  return { path: nameAll(placeholders), parameters: nameAll(parameters) };
}
