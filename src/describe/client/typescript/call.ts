import type { Json } from '../../../plan/schema.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { formatPropertyKey, quoteString } from '../../types/values.ts';
import { describeWire } from '../../wire/index.ts';
import { toCamel } from '../../words.ts';
import type { Call } from '../call.ts';
import { nameArgument } from './types.ts';

/** Creates the writer of calls of the TypeScript client: `api` is the address of the service, `key` the credential. */
export function createTypescriptCalls(plan: WholePlan): (call: Call) => string {
  const wire = describeWire(plan);
  return (call) => {
    const text = `client.${wire.of(call.operation).id}(${listArguments(call).join(', ')})`;
    const uses = {
      result: `const result = await ${text};`,
      list: `for await (const each of ${text}) console.log(each);`,
      stream: `for await (const event of ${text}) console.log(event.type, event.data);`,
    };
    return [
      "import { createClient } from './client.ts';",
      '',
      `const client = createClient({ baseUrl: api${formatCredentials(call)} });`,
      uses[call.kind],
    ].join('\n');
  };
}

function formatCredentials({ scheme }: Call): string {
  if (scheme === undefined) return '';
  return `, credentials: { ${scheme === 'key' ? 'key' : `${formatPropertyKey(scheme)}: key`} }`;
}

function listArguments(call: Call): readonly string[] {
  const { path, kind, hasBody, parameters, ifMatch, ifNoneMatch, lastEventId } = call;
  const values = [...path].map(([name, value]) => (value === undefined ? nameArgument(name) : formatJson(value)));
  const given = [...call.values].map(([name, value]) => `${formatPropertyKey(name)}: ${formatJson(value)}`);
  const options = Object.entries({ ifMatch, ifNoneMatch, lastEventId }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${quoteString(value)}`],
  );
  const args = [
    ...values,
    ...(hasBody ? [formatBody(call)] : []),
    ...(parameters.length === 0 || kind === 'stream' ? [] : [formatObject(given)]),
    formatObject(options),
  ];
  return args.slice(0, args.findLastIndex((argument) => argument !== undefined) + 1).map(String);
}

function formatObject(members: readonly string[]): string | undefined {
  return members.length === 0 ? undefined : `{ ${members.join(', ')} }`;
}

function formatBody({ body, secrets }: Call): string | undefined {
  const members = secrets.map((name) => `,\n  ${JSON.stringify(name)}: ${toCamel(name)}`).join('');
  return body?.replace(/\n\}$/, () => `${members}\n}`);
}

function formatJson(value: Json): string {
  if (typeof value === 'string') return quoteString(value);
  return Array.isArray(value) ? `[${value.map(formatJson).join(', ')}]` : JSON.stringify(value);
}
