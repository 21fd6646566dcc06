import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hashOutput, listOutputs, type Output } from './support/witness.ts';

const usage = `npm run witness -- [options]

Prints a hash of each output of all documents of the tests and examples: diagnostics, plans, descriptions, clients,
pages, tools, and the comparison of each pair. A change that should not change what people see changes no hash.

  --out FILE      write the hashes to a file
  --against FILE  print the outputs that differ from those of a file; exits with 1 if one does
  --show NAME     print one output, such as "examples/invoices/invoices.md openapi"
`;

const text = { type: 'string' } as const;
const options = { out: text, against: text, show: text, help: { type: 'boolean' } } as const;

run(read());

interface Values {
  readonly out?: string;
  readonly against?: string;
  readonly show?: string;
  readonly help?: boolean;
}

function read(): Values {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

function run({ out, against, show, help }: Values): void {
  if (help === true) console.log(usage);
  else if (show !== undefined) console.log(findOutput(show).text);
  else writeHashes(out, against);
}

function writeHashes(out: string | undefined, against: string | undefined): void {
  const hashes = new Map<string, string>();
  for (const output of listOutputs()) {
    if (hashes.has(output.name)) throw new Error(`two outputs are named ${output.name}`);
    hashes.set(output.name, hashOutput(output));
  }
  const lines = [...hashes].map(([name, hash]) => `${hash} ${name}`);
  if (out !== undefined) writeFileSync(out, `${lines.join('\n')}\n`);
  if (against !== undefined) compare(hashes, readHashes(against));
  else console.log(out === undefined ? lines.join('\n') : `Wrote ${out}: ${lines.length} outputs`);
}

function findOutput(name: string): Output {
  for (const output of listOutputs()) if (output.name === name) return output;
  throw new Error(`No output is named ${name}. \`npm run witness\` prints the names.`);
}

function readHashes(file: string): ReadonlyMap<string, string> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(17), line.slice(0, 16)]));
}

function compare(now: ReadonlyMap<string, string>, old: ReadonlyMap<string, string>): void {
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
  for (const name of names) console.log(`${now.has(name) ? (old.has(name) ? 'changed' : 'new') : 'gone'} ${name}`);
  console.log(`${now.size} outputs, ${names.length} differ`);
  if (names.length > 0) process.exitCode = 1;
}
