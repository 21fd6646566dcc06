import { type Command, Option } from 'commander';
import { createRequest, listArguments } from '../describe/tools/request.ts';
import { CommandError } from '../operator/command-error.ts';
import { resolveWritablePath } from '../operator/files/out-file.ts';
import { readRegularFile } from '../operator/files/read-file.ts';
import { getReturnedContent } from '../plan/files/file-bodies.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { WholePlan } from '../plan/whole.ts';
import { createFileBody, createReadError } from './call/body.ts';
import { formatCurl } from './call/curl.ts';
import { assignWords } from './call/given.ts';
import { findShownIdentity, openLastRecords } from './call/last.ts';
import { isCallable, listOperations } from './call/listing.ts';
import { printBody, printHead, saveBody } from './call/print.ts';
import { readCallWords } from './call/words.ts';
import { openWholePlan } from './document/generate/described.ts';
import { inputName } from './shared/document.ts';
import { findOperation } from './shared/find-operation.ts';
import { createSender, requireServiceUrl, type Sender } from './shared/sender.ts';
import type { Terminal } from './shared/terminal.ts';

interface Options {
  readonly url: string;
  readonly apiVersion?: string;
  readonly curl?: true;
  readonly body?: string;
  readonly out?: string;
  readonly force?: true;
}

/** `nonet call FILE OPERATION name=value…` */
export function addCall(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document of the service')
    .argument('[request...]', 'an operation and its values: pay Invoice id=inv_… amount=12000; without: list all')
    .addOption(
      new Option('--url <url>', 'the address of the running service').env('NONET_URL').default('http://127.0.0.1:4000'),
    )
    .option(
      '--body <file>',
      'a file with the JSON of the body, to which the values are added; `-` reads standard input',
    )
    .option('--out <file>', 'save the body of the response')
    .option('--force', 'replace the file of --out')
    .option('--curl', 'print the request as a command of curl, and send nothing')
    .option('--api-version <version>', 'call an older version of the API (default: the newest version)')
    .addHelpText(
      'after',
      `
A value is the text after \`=\`, of the type that the document states; lists and objects are JSON. Members of objects have a path
(address.city=Berlin). A list takes a name once for each item. Special values: @last is the last record that a call created or
showed, @example an example, @PATH the content of a field of type \`file\`, @@ a text that begins with @. If the path names a record
that is not stated, it is the last one. Set NONET_KEY to the credential.

Exit status: 0 success; 1 the service rejected or redirected it; 2 it failed to run.

Examples:
  $ nonet call invoices.md
  $ nonet call invoices.md create Customer name='Ada Lovelace' email=ada@example.com
  $ nonet call invoices.md create Invoice customer=@last lines=@example due_on=2027-01-31
  $ nonet call invoices.md list Invoice status=draft --url https://api.example.com
  $ nonet call invoices.md pay Invoice amount=12000 --curl`,
    )
    .action(async (file: string, request: readonly string[], options: Options) => {
      const url = requireServiceUrl(options.url);
      const plan = await openWholePlan(file, options, terminal);
      if (plan === undefined) return;
      if (request.length === 0) {
        terminal.out(`Operations of ${plan.name}, with the values that they take:`);
        for (const line of listOperations(plan, terminal.columns)) terminal.out(line);
        return;
      }
      const { NONET_KEY: key } = terminal.environment;
      const sender = createSender(url, plan, options.curl === true ? (key ?? '') : key);
      const { out, force = false } = options;
      const path = out === undefined ? {} : { out: resolveWritablePath(out, { document: file, stores: [], force }) };
      await call(plan, request, sender, { ...options, ...path }, terminal);
    });
}

async function call(
  plan: WholePlan,
  request: readonly string[],
  sender: Sender,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const words = readCallWords(request);
  const operation = findOperation(plan.operations, words.operation);
  requireCallable(operation);
  const last = openLastRecords(`${sender.base}${plan.base.prefix}`, terminal);
  const parameters = listArguments(plan, operation);
  const context = { plan, last: last.get };
  const whole = options.body === undefined ? undefined : await readBody(options.body, terminal);
  const given = assignWords({ plan, operation, parameters, context, now: Date.now() }, words.given, whole);
  const created = createRequest(plan, operation, parameters, given.args);
  if ('problem' in created) throw new CommandError(created.problem);
  const { method, target, headers } = withAccept(operation, created);
  if (options.curl === true) {
    const isPublic = operation.access.open || operation.access.grants.some(({ kind }) => kind === 'public');
    const credential = isPublic && terminal.environment.NONET_KEY === undefined ? undefined : sender.credential;
    terminal.out(formatCurl(operation, { ...created, headers, base: sender.base, credential, given }));
    return;
  }
  for (const note of given.notes) terminal.err(note);
  const form = await createFileBody(operation, given.args.body, given.files);
  const { 'Content-Type': _, ...others } = headers;
  const sent = form === undefined ? { headers } : { headers: { ...others, ...form.headers } };
  const body = form?.body ?? created.body;
  const begin = performance.now();
  const response = await sender.send({ method, target, ...sent, ...(body === undefined ? {} : { body }) });
  printHead(response, performance.now() - begin, terminal);
  if (!response.ok) terminal.end(1);
  if (options.out !== undefined && response.ok) return await saveBody(response, options.out, terminal);
  const shown = await printBody(response, terminal);
  const identity = findShownIdentity(plan, operation, response.status, shown);
  if (identity !== undefined) last.set(operation.resource!, identity);
}

function requireCallable(operation: OperationPlan): void {
  if (isCallable(operation)) return;
  const { name, disabled, method, path } = operation;
  throw new CommandError(
    disabled === true
      ? `${name} is disabled: its request or its response is not shown.`
      : `${name} takes a form and the credential of a client. Use curl -u ID:SECRET -d … ${method === 'POST' ? '' : `-X ${method} `}${path}`,
  );
}

/** Accepts the content of a file, where the operation returns one. */
function withAccept<T extends { readonly headers: Readonly<Record<string, string>> }>(
  operation: OperationPlan,
  request: T,
): T {
  const isContent = getReturnedContent(operation) !== undefined;
  const accept = isContent ? '*/*' : operation.kind === 'stream events' ? 'text/event-stream' : undefined;
  return accept === undefined ? request : { ...request, headers: { ...request.headers, Accept: accept } };
}

async function readBody(path: string, terminal: Terminal): Promise<unknown> {
  const text = path === '-' ? await readInput(terminal) : readBytes(path).toString();
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${path === '-' ? inputName : path} is not JSON.`);
  }
}

async function readInput({ input }: Terminal): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of input?.() ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function readBytes(path: string): Buffer {
  try {
    return readRegularFile(path);
  } catch {
    throw createReadError(path);
  }
}
