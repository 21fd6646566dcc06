import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { families, processFamilies } from '../../src/serve/metrics/families.ts';
import { root } from '../support/process.ts';

const read = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');
const help = spawnSync(process.execPath, [join(root, 'bin/nonet.ts'), 'serve', '--help'], { encoding: 'utf8' }).stdout;

test('deploy/ sets variables that nonet serve reads', () => {
  const texts = ['Dockerfile', 'compose.yaml', 'nonet@.service'].map(read).join('\n');
  const named = new Set([...texts.matchAll(/\bNONET_[A-Z_]+/g)].map(([name]) => name));
  assert.ok(named.size >= 6, [...named].join(', '));
  for (const name of named) assert.ok(help.includes(name), `nonet serve does not read ${name}`);
});

test('the container and the unit end within the time that a service takes, as an unprivileged user', () => {
  const unit = read('nonet@.service');
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]) >= 12);
  assert.match(unit, /^DynamicUser=yes$/m);
  // A start that fails for a cause that passes has the status 75, and is repeated without end.
  assert.match(unit, /^RestartPreventExitStatus=2$/m);
  assert.match(unit, /^StartLimitIntervalSec=0$/m);
  const { services } = parse(read('compose.yaml')) as {
    readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  assert.ok(Number.parseInt(String(services.service!.stop_grace_period), 10) >= 12);
  assert.match(read('Dockerfile'), /^USER 65532:65532$/m);
  const [, base] = /^ARG NODE_IMAGE=.*node:(\d+)-slim$/m.exec(read('Dockerfile'))!;
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
  assert.ok(engines.node.startsWith(`>=${base}.`), `the image has Node.js ${base}, the package needs ${engines.node}`);
});

test('the alerts ask for metrics, labels and states that the service shows', () => {
  const alerts = read('alerts.yaml');
  const known = Object.values({ ...families, ...processFamilies });
  const asked = [...alerts.matchAll(/\b(nonet_\w+?)(?:_bucket|_count|_sum)?(?:\{(\w+)=|[[) ])/g)];
  assert.ok(asked.length >= 8, `${asked.length}`);
  for (const [, name, label] of asked) {
    const family = known.find((metric) => metric.name === name);
    assert.ok(family !== undefined, `no metric ${name}`);
    assert.ok(label === undefined || family.labels.includes(label), `${name} has no label ${label}`);
  }
  const { groups } = parse(alerts) as {
    readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
  };
  const page = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  for (const { alert } of groups.flatMap(({ rules }) => rules)) {
    assert.ok(alert === 'NonetDown' || page.includes(`\`${alert}\``), `docs/operating.md does not explain ${alert}`);
  }
});
