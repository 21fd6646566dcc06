import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { findCondition } from '../../../src/parts/errors/conditions/index.ts';
import { readDocument } from '../../../src/parts/index.ts';
import { buildWholePlanOf } from '../../../src/parts/plan/whole-version.ts';
import { totp } from '../../../src/parts/resources/formats/totp.ts';
import { createSource } from '../../../src/text/location.ts';
import { nonet } from '../../support/process.ts';
import { planFor, serveIn } from '../support/served.fixture.ts';
import { addFactor, confirmFactor, factored, step, wrongCodeOf } from './second-factors.fixture.ts';
import { openPeople } from './sessions.fixture.ts';

test('the steps of operations say where codes are compared and used up', () => {
  const plan = planFor(factored);
  const find = (path: string, part: string): string | undefined =>
    plan.operations
      .filter((operation) => operation.path === path && operation.method !== 'GET')
      .flatMap(({ steps }) => steps.map(({ words }) => words))
      .find((words) => words.includes(part));
  assert.equal(
    find('/sessions', 'second factors'),
    'compare code with the second factors of the User, if it has any; store that the code was used, or delete the RecoveryCode whose code it is',
  );
  assert.equal(find('/me', 'second factors'), 'compare code with the second factors of the User, if it has any');
  assert.equal(find('/me', 'was used'), 'store that the code was used, or delete the RecoveryCode whose code it is');
  assert.equal(find('/me', 'no field'), 'if no field has changed, only use the code up');
  assert.equal(find('/authenticators', 'otpauth'), 'show uri as an otpauth URI for authenticator apps');
  const confirm = '/authenticators/{id}/confirm';
  assert.equal(find(confirm, 'compare code'), 'compare code with the codes of the Authenticator');
  assert.equal(find(confirm, 'counts'), 'store that the code was used: from then on the Authenticator counts');
});

test('clients are told what a code must be, and where one is required', async (t) => {
  const clock = { now: Math.floor(Date.now() / step) * step };
  const people = openPeople(await serveIn(t, factored, {}, () => clock.now));
  const ann = await people.signUp('ann');
  const { id, uri } = await addFactor(people, ann);
  const message = 'must be a code of the second factor that was not used before';
  const code = wrongCodeOf(uri, clock.now);
  const confirm = await people.ask(`POST /authenticators/${id}/confirm`, { code }, ann);
  assert.deepEqual(confirm.json.errors, [{ pointer: '/code', message }]);
  assert.equal(message, 'must be a code of the second factor that was not used before');
  const long = await people.ask('PATCH /me', { code: '1'.repeat(101) }, ann);
  assert.deepEqual(long.json.errors, [{ pointer: '/code', message: 'must have 1 to 100 characters' }]);
  const other = await confirmFactor(people, ann, clock.now);
  assert.notEqual(other.uri, uri);
  assert.match(
    (await people.ask('PATCH /me', {}, ann)).headers.get('WWW-Authenticate')!,
    /^Bearer realm="Second factors"/,
  );
});

test('descriptions have the code, the URI and the error', () => {
  const { service } = readDocument(createSource('people.md', factored.replace(/\| code_required .*\n/, '')));
  const openapi = describeOpenapi(buildWholePlanOf(service)!) as {
    // biome-ignore lint/suspicious/noExplicitAny: a description of many shapes
    readonly paths: any;
    // biome-ignore lint/suspicious/noExplicitAny: a description of many shapes
    readonly components: any;
  };
  const text = JSON.stringify(openapi);
  const { happened } = findCondition('second factor required')!;
  assert.equal(happened, 'a code of the second factor is required and none was sent');
  assert.ok(openapi.paths['/sessions'].post.responses['401'] !== undefined);
  const bodyOf = (path: string, method: string) => {
    const { schema } = openapi.paths[path][method].requestBody.content['application/json'];
    return schema.$ref === undefined ? schema : openapi.components.schemas[schema.$ref.split('/').at(-1)];
  };
  const logIn = bodyOf('/sessions', 'post');
  assert.deepEqual(logIn.properties.code, { type: 'string', minLength: 1, maxLength: 100 });
  assert.deepEqual(logIn.required, ['email', 'password']);
  assert.deepEqual(bodyOf('/authenticators/{id}/confirm', 'post').required, ['code']);
  assert.match(text, /"\^otpauth:\/\/totp\/"/);
  assert.equal(totp.words(), 'must be an `otpauth://totp/` URI with a secret');
  assert.equal(totp.notCompared, 'a secret of one-time codes is compared with codes alone');
});

test('examples confirm a factor with a code of it, and log in without one before', async () => {
  const { status, out, err } = await nonet(['generate', 'openapi', 'tests/cases/bases/second-factors.md']);
  assert.equal(status, 0, err);
  const { paths } = JSON.parse(out);
  const examplesOf = (path: string): readonly { readonly value: { readonly code?: string } }[] =>
    Object.values(paths[path].post.requestBody.content['application/json'].examples);
  assert.match(examplesOf('/authenticators/{id}/confirm')[0]!.value.code!, /^\d{6}$/);
  assert.deepEqual(
    examplesOf('/sessions').map(({ value }) => value.code),
    [undefined],
  );
});
