import { toPythonName } from './names.ts';

interface Named {
  readonly name: string;
}

/** The names of a method's arguments, by the names of the document. */
export interface ArgumentNames {
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
