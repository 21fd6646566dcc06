/** A request as a code sample shows it. */
export interface Sample {
  readonly method: string;
  readonly path: string;
  /** A credential goes with it, which the sample takes from a variable. */
  readonly authorized: boolean;
  readonly headers: readonly (readonly [string, string])[];
  /** The media type of the body; left out: JSON. */
  readonly type?: string;
  /** The text of the body. */
  readonly body?: string;
}

const json = 'application/json';

function isJson(type: string): boolean {
  return /[/+]json\b/.test(type);
}

/** Writes a request as a command of curl: `$API` is the address of the service, `$KEY` the credential. */
export function formatCurl({ method, path, authorized, headers, type = json, body }: Sample): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$API${path.replace(/["\\$`]/g, '\\$&')}"`,
    ...(authorized ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...headers.map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: ${type}'`, `-d ${quoteShell(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes a request in TypeScript, for browsers, Node, Bun and Deno. */
export function formatFetch({ method, path, authorized, headers, type = json, body }: Sample): string {
  const sent = [
    ...(authorized ? ["Authorization: 'Bearer ' + key"] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(body === undefined ? [] : [`'Content-Type': '${type}'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(sent.length === 0 ? [] : [`headers: { ${sent.join(', ')} },`]),
    ...(body === undefined
      ? []
      : [`body: ${isJson(type) ? `JSON.stringify(${indentBy(body, '  ')})` : JSON.stringify(body)},`]),
  ];
  const target = `\`\${api}${path.replace(/[`\\$]/g, '\\$&')}\``;
  return options.length === 0
    ? `const response = await fetch(${target});`
    : `const response = await fetch(${target}, {\n  ${options.join('\n  ')}\n});`;
}

/** Writes a request in Python, with its standard library alone. */
export function formatPython({ method, path, authorized, headers, type = json, body }: Sample): string {
  const sent = [
    ...(authorized ? ['"Authorization": f"Bearer {key}"'] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(body === undefined ? [] : [`"Content-Type": "${type}"`]),
  ];
  const options = [
    `    api + ${JSON.stringify(path)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(sent.length === 0 ? [] : [`    headers={${sent.join(', ')}},`]),
    ...(body === undefined
      ? []
      : [
          `    data=${isJson(type) ? `json.dumps(${indentBy(toPython(body), '    ')})` : JSON.stringify(body)}.encode(),`,
        ]),
  ];
  return [`request = urllib.request.Request(`, ...options, ')', 'response = urllib.request.urlopen(request)'].join(
    '\n',
  );
}

/** JSON as Python writes it: its words for true, false and null stand outside of strings. */
function toPython(text: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return text.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (found) => words[found] ?? found);
}

function indentBy(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}
