import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTypescriptClient } from '../../src/describe/client/typescript/index.ts';
import { describeDocs } from '../../src/describe/docs/index.ts';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { describeTypes } from '../../src/describe/types/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { createSource } from '../../src/text/location.ts';
import { whenNew } from '../serve/requests/when-new.fixture.ts';

const plan = buildWholePlanOf(readDocument(createSource('settings.md', whenNew)).service)!;

// biome-ignore lint/suspicious/noExplicitAny: a test looks into the description
const openapi = describeOpenapi(plan) as any;

test('OpenAPI has both responses of a replace that creates, its events and the fields of a new record', () => {
  const { description, responses } = openapi.paths['/settings/{name}'].put;
  assert.equal(responses['200'].description, 'The setting after the change.');
  assert.equal(responses['201'].description, 'The setting that was created.');
  assert.match(description, /If there is no such record, it is created\./);
  assert.match(description, /`setting_made`, if it is new\n- `setting_replaced`$/);
  const { origin, created_at: moment } = openapi.components.schemas.SettingReplace.properties;
  assert.match(origin.description, /^Required for a new record; /);
  assert.deepEqual([origin.readOnly, moment.readOnly], [undefined, true]);
});

test('clients send the fields of a new record and get either response', () => {
  const client = describeTypescriptClient(plan);
  assert.match(client, /interface ReplaceSettingBody \{[^}]*readonly origin\?: string;/);
  assert.match(client, /replaceSetting\(.*Result<Success<200, Setting> \| Success<201, \w+>/);
});

test('hooks get the record or none, and the documentation page says when the record is new', () => {
  assert.match(describeTypes(plan), /'replace Setting': \{\s*readonly record: Setting \| undefined;/);
  assert.match(describeDocs({ plan }), /when the record is new/);
});
