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
