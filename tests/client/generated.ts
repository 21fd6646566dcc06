import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after } from 'node:test';
import { describeTypescriptClient } from '../../src/describe/client/typescript/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { createSource } from '../../src/text/location.ts';

/** Creates a folder for modules, which is removed after the tests of the file. */
export function createModuleFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-client-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Generates the client of a document, and of a version of it. */
export async function generateClient(file: string, version?: string): Promise<string> {
  const source = createSource(basename(file), await readFile(file, 'utf8'));
  return describeTypescriptClient(buildWholePlanOf(readDocument(source).service, version)!);
}

/** A stream of a document that does not show its events. */
export const quiet = `# Quiet

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
| stream events | GET | /events | | 200 |

## Authentication

None.
`;
