import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatsByName } from '../../../src/parts/resources/formats/index.ts';
import { documentText } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';

/** The checker of this test has no quoted local parts of addresses, and no URI with an empty path. */
const unchecked = ['email', 'uri'];

const formats = [...formatsByName.values()].filter(
  ({ name, base, isKept }) =>
    base === 'string' && isKept === undefined && !['typeid', 'secret', ...unchecked].includes(name),
);

test('the description of a format accepts each value that the service accepts', async (t) => {
  const rows = formats.map(({ name }) => `| ${name.replace(/\W/g, '_')} | ${name} | |`);
  const served = await serveIn(
    t,
    documentText('Values', {
      resources: `### Thing\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| key | integer | assigned; identity |\n${rows.join('\n')}`,
      endpoints: '| Operation | Path | Request |\n| --- | --- | --- |\n| create Thing | /things | |',
    }),
  );
  for (const { name, right } of formats) {
    assert.ok(right.length > 0, name);
    for (const value of right) {
      const { status, text } = await served.ask('POST /things', { body: { [name.replace(/\W/g, '_')]: value } });
      assert.equal(status, 201, `${name} ${value}: ${text}`);
    }
  }
});
