import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStage } from '../support/matrix.ts';
import { peopled } from '../support/peopled.ts';
import { mayCall } from '../support/scope-table.ts';

// Credentials that are none, at every operation of every document (S25); S33 tries every caller that is somebody.

/** A text with the character at a place changed. */
const changed = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

/** Those whose callers show who they are. */
const withSchemes = peopled.filter(({ text }) => /^\| Scheme \|/m.test(text));

for (const document of withSchemes) {
  test(`S25: every operation answers anything but a credential alike, with a challenge: ${document.name}`, async (t) => {
    const stage = await openStage(document, 'sqlite::memory:');
    const { served } = stage;
    t.after(() => served.close());
    assert.notEqual(served.plan.authentication.schemes.length, 0);
    const good = (await stage.credential(stage.everything('owner')))!;
    const theirs = (await stage.credential(stage.everything('other')))!;
    const { scopes } = served.plan.authentication;
    const attributes = stage.people.owner.attributes;
    const over = await served.key(scopes, attributes, { expiresAt: served.platform.now() - 1000 });
    const revoked = await served.key(scopes, attributes, { id: 'revoked' });
    assert.ok(await served.service.keys.revoke('revoked', served.platform.now()));
    const wrong: readonly (string | undefined)[] = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      good,
      `Basic ${good}`,
      `Bearer ${good} ${good}`,
      ...[good.slice(0, -1), `${good}A`, changed(good, 6), changed(good, good.length - 1)].map(
        (credential) => `Bearer ${credential}`,
      ),
      `Bearer ${theirs.slice(0, -6)}${good.slice(-6)}`,
      `Bearer ${over}`,
      `Bearer ${revoked}`,
    ];
    // A document may have a code for requests without a credential, and another one for wrong credentials.
    const answers = new Set<string>();
    const answersToTokens = new Set<string>();
    const tokens = wrong.slice(7);
    let tried = 0;
    for (const operation of served.plan.operations) {
      // What gives tokens answers as OAuth says (S30).
      if (operation.kind === 'issue token' || operation.kind === 'revoke token' || operation.disabled === true)
        continue;
      const line = stage.path(operation, 'unknown');
      const isPublic = mayCall(stage.table, stage.stated(operation), undefined);
      for (const Authorization of isPublic ? wrong.slice(2) : wrong) {
        const headers = Authorization === undefined ? {} : { Authorization };
        const got = await served.ask(line, { headers });
        const told = `${line} with ${Authorization}: ${got.status} ${got.text}`;
        assert.equal(got.status, 401, told);
        assert.match(got.headers.get('WWW-Authenticate') ?? '', /^(Bearer|ApiKey|Basic) realm="/, told);
        const text = got.text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, '');
        answers.add(text);
        if (tokens.includes(Authorization)) answersToTokens.add(text);
        tried++;
      }
    }
    assert.ok(tried > wrong.length, String(tried));
    assert.equal(answersToTokens.size, 1, [...answersToTokens].join('\n'));
    const kinds = ['no credential', 'invalid credential'];
    const codes = served.plan.errors.codes.filter(({ conditions }) =>
      conditions.some(({ name }) => kinds.includes(name)),
    );
    assert.equal(answers.size, Math.max(1, codes.length), [...answers].join('\n'));
  });
}
