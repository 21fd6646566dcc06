import { type Command, Option } from 'commander';
import { compile } from '../code/compile.ts';
import { formatsByName } from '../parts/members.ts';
import { isoOf } from '../parts/resources/serve-assign.ts';
import { replacedKept } from '../parts/resources/serve-secrets.ts';
import type { Plan } from '../plan/plan.ts';
import type { FieldPlan, ResourcePlan } from '../plan/resource.ts';
import { nodeHost } from '../serve/host-node.ts';
import { columnsOf } from '../serve/making.ts';
import type { Cipher, Host } from '../steps/host.ts';
import type { Draft, Row } from '../steps/record.ts';
import type { Store } from '../steps/store.ts';
import { nearest } from '../text/nearest.ts';
import { openDocument, planOrProblems } from './document.ts';
import { logTo } from './log.ts';
import { cipherIn, secretFields, toSign } from './secrets/key.ts';
import { resealStore } from './secrets/resealing.ts';
import { failureOfStore, openKeptStore, otherServiceTold, usualStore } from './store.ts';
import { CommandFailure, type Terminal } from './terminal.ts';

interface RotateOptions {
  readonly store?: string;
  readonly json?: true;
}

/** `nonet secrets rotate FILE [FIELD ID]` */
export function addSecrets(program: Command, terminal: Terminal): void {
  const secrets = program
    .command('secrets')
    .description('Replace the secrets of records, and encrypt them under another key.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ nonet secrets rotate invoices.md WebhookEndpoint.secret whe_01h455vb4pex5vsknk084sn02q',
    );
  secrets
    .command('rotate')
    .description(
      'Give a field of format `secret` of one record a new value and print it; the one before is kept for 24 hours. Without a field: encrypt every secret of the store, and the keys that sign tokens, anew under NONET_SECRET_KEY.',
    )
    .argument('<file>', 'the document')
    .argument('[field]', 'a field of format `secret`, as WebhookEndpoint.secret')
    .argument('[id]', 'the identity of the record')
    .addOption(new Option('--store <address>', 'the store (default: the .db beside the document)').env('NONET_STORE'))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
NONET_SECRET_KEY is the key that secrets are encrypted with; NONET_SECRET_KEY_BEFORE the one that it takes the place of.
To change the key: start the service with both, run \`nonet secrets rotate FILE\` with both, then leave the older one out.

Examples:
  $ nonet secrets rotate invoices.md WebhookEndpoint.secret whe_01h455vb4pex5vsknk084sn02q
  $ NONET_SECRET_KEY=… NONET_SECRET_KEY_BEFORE=… nonet secrets rotate invoices.md`,
    )
    .action(async (file: string, field: string | undefined, id: string | undefined, options: RotateOptions) => {
      const plan = planOrProblems(openDocument(file), terminal);
      if (plan === undefined) return;
      const address = options.store ?? usualStore(file);
      const cipher = cipherIn(terminal);
      if (field === undefined) return reseal(plan, address, cipher, options, terminal);
      if (id === undefined) throw new CommandFailure(`Whose ${field}? Write the identity of the record behind it.`);
      fieldOf(plan, field);
      const host = nodeHost(logTo('warn'));
      const kept = await openKeptStore(plan, address, { host, terminal, absent: 'refuse', records: true });
      const store = await toSign(kept, cipher);
      try {
        const secret = await rotate({ plan: kept.plan, store, host, cipher, ...fieldOf(kept.plan, field) }, id);
        if (options.json === true) terminal.out({ json: JSON.stringify({ field, id, secret }, null, 2) });
        else {
          terminal.out(secret);
          terminal.out(`This is the new ${field} of ${id}. The one before it is kept for 24 hours.`);
        }
      } finally {
        await store.close();
      }
    });
}

async function reseal(
  plan: Plan,
  address: string,
  cipher: Cipher | undefined,
  { json }: RotateOptions,
  terminal: Terminal,
): Promise<void> {
  if (cipher === undefined) {
    throw new CommandFailure('Set NONET_SECRET_KEY, the key under which the secrets are to be encrypted.');
  }
  const opening = { host: nodeHost(logTo('warn')), durability: 'full' } as const;
  const count = await resealStore(plan, address, cipher, opening, otherServiceTold(plan, terminal)).catch(
    (error: unknown) => {
      throw failureOfStore(error);
    },
  );
  if (json === true) terminal.out({ json: JSON.stringify({ encrypted: count }, null, 2) });
  else terminal.out(`${count} ${count === 1 ? 'secret is' : 'secrets are'} encrypted under NONET_SECRET_KEY.`);
}

function fieldOf(plan: Plan, written: string): { readonly resource: ResourcePlan; readonly field: FieldPlan } {
  for (const resource of plan.resources) {
    for (const field of resource.fields) {
      if (`${resource.name}.${field.name}` !== written) continue;
      if ('format' in field.schema && field.schema.format?.name === 'secret') return { resource, field };
      throw new CommandFailure(`${written} is not of format \`secret\` itself.`);
    }
  }
  const known = secretFields(plan);
  const near = nearest(written, known);
  const rather =
    near === undefined ? `Those of format \`secret\` are: ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`;
  throw new CommandFailure(`The document has no field ${written}. ${rather}`);
}

interface Rotating {
  readonly plan: Plan;
  readonly store: Store;
  readonly host: Host;
  readonly cipher: Cipher | undefined;
  readonly resource: ResourcePlan;
  readonly field: FieldPlan;
}

/** Gives a record a new secret, as a change of the record. */
async function rotate({ plan, store, host, cipher, resource, field }: Rotating, id: string): Promise<string> {
  const code = compile(plan, cipher === undefined ? {} : { cipher }).resources.get(resource.name)!;
  const { name, identity } = resource;
  const question = store.question({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  const named = resource.fields.find((one) => one.name === identity)!.storage === 'text' ? id : Number(id);
  const secret = String(formatsByName.get('secret')!.assignable!(host, undefined, host.now()));
  const at = columnsOf(plan)(name, field.name);
  const moments = resource.fields.filter((one) => one.state === true).length;
  const found = await store.write(async (transaction) => {
    const now = host.now();
    const row = await transaction.ask(question).one({ conditions: [named], now });
    if (row === undefined) return { result: false, undo: true };
    const after: Draft = { ...code.toRecord(row), [field.name]: secret };
    for (const one of resource.fields) if (one.assignedOnUpdate === true) after[one.name] = isoOf(now);
    const since = row.slice(1, 1 + moments) as (number | null)[];
    const written: Row = code.toRow(after, Number(row[0]) + 1, since);
    const place = { resource: name, field: field.name, id: named };
    if (typeof row[at] === 'string') await transaction.keepReplaced(place, row[at], now + replacedKept);
    await transaction.update(name, named, written, row);
    return { result: true, undo: false };
  });
  if (!found) throw new CommandFailure(`There is no ${name} with the ${identity} ${id}.`);
  return secret;
}
