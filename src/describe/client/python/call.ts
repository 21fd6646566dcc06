import type { Json } from '../../../plan/schema.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { createOperationIds } from '../../requests.ts';
import { toTypesName } from '../../types/index.ts';
import type { Call } from '../call.ts';
import { nameArguments } from './methods.ts';
import { quotePython, toPythonName } from './names.ts';

/** Creates the writer of calls of the Python client: `api` is the address of the service, `key` the credential. */
export function createPythonCalls(plan: WholePlan): (call: Call) => string {
  const ids = createOperationIds(plan.operations, toPythonName);
  const client = `${toTypesName(plan)}Client`;
  return (call) => {
    const text = `client.${ids.get(call.operation.name)}(${listArguments(call).join(', ')})`;
    const uses = {
      result: `result = ${text}`,
      list: `for each in ${text}:\n    print(each)`,
      stream: `for event in ${text}:\n    print(event.type, event.data)`,
    };
    const credentials = call.scheme === undefined ? '' : `, credentials={${quotePython(call.scheme)}: key}`;
    return [`from client import ${client}`, '', `client = ${client}(api${credentials})`, uses[call.kind]].join('\n');
  };
}

function listArguments(call: Call): readonly string[] {
  const names = nameArguments(call);
  const options = { if_match: call.ifMatch, if_none_match: call.ifNoneMatch, last_event_id: call.lastEventId };
  const secrets = call.secrets.map((name) => `,\n  ${quotePython(name)}: ${name}`).join('');
  const { body } = call;
  return [
    ...[...call.path].map(([name, value]) => (value === undefined ? names.path.get(name)! : formatJson(value))),
    ...(body === undefined || !call.hasBody
      ? []
      : [
          toPython(body)
            .replace(/\n\}$/, () => `${secrets}\n}`)
            .replaceAll(/^ +/gm, (space) => space.repeat(2)),
        ]),
    ...(call.kind === 'stream'
      ? []
      : [...call.values].map(([name, value]) => `${names.parameters.get(name)}=${formatJson(value)}`)),
    ...Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${quotePython(value)}`],
    ),
  ];
}

function formatJson(value: Json): string {
  if (typeof value === 'string') return quotePython(value);
  return Array.isArray(value) ? `[${value.map(formatJson).join(', ')}]` : toPython(JSON.stringify(value));
}

/** JSON as Python writes it, with its words for true, false and null. */
export function toPython(text: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return text.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (found) => words[found] ?? found);
}
