import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CelScalar, celEnv, celFunc, isCelError, objectType, parse, plan } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { DurationSchema, durationFromMs, TimestampSchema, timestampFromMs } from '@bufbuild/protobuf/wkt';
import { runs } from '../../tests/support/runs.ts';
import { expressionOf, randomOf, recordOf } from './arbitrary.fixture.ts';
import { isExpressionError } from './failures.ts';
import { compiled, read, symbols } from './javascript/compiled.fixture.ts';
import { runtime } from './runtime.ts';
import type { ValueType } from './tree.ts';

/**
 * Where the language and the oracle `@bufbuild/cel` differ on purpose. While an expression runs, the test notes what
 * it met; a case whose two outcomes differ is excused only by something in this list.
 */
const differences: Readonly<Record<string, string>> = {
  null: 'null in any use but == and != fails, where CEL finds null unequal to every item of a list',
  overflow: 'an integer that is no int64 stops at 2^53, a number at infinity, where CEL stops at 2^63 and goes on',
  'not convertible': 'int("") and double("a") fail, where the oracle gives 0 and not-a-number',
  'code points': 'strings are ordered and counted by code points, where the oracle takes UTF-16 units',
};

const wanted = runs(10_000);
const now = Date.parse('2026-11-01T09:00:00.000Z');

/** A value of the process as the oracle takes it. */
function asInput(value: unknown, type: ValueType): never {
  const turn = (): unknown => {
    if (value === null || value === undefined) return value;
    if (type.kind === 'nullable') return asInput(value, type.of);
    if (type.kind === 'int') return BigInt(value as number);
    if (type.kind === 'timestamp') return timestampFromMs(Date.parse(value as string));
    if (type.kind === 'list') return (value as unknown[]).map((item) => asInput(item, type.item));
    if (type.kind === 'map')
      return new Map(Object.entries(value).map(([key, entry]) => [key, asInput(entry, type.value)]));
    if (type.kind !== 'object') return value;
    const fields = symbols.fields(type.name)!;
    return new Map(Object.entries(value).map(([key, field]) => [key, asInput(field, fields.get(key)!.type)]));
  };
  return turn() as never;
}

/** The functions that CEL lacks. */
const units = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
const countOf = ([name, unit]: readonly [string, number]) =>
  celFunc(name, [CelScalar.INT], objectType(DurationSchema), (count) => {
    const milliseconds = Number(count) * unit;
    if (Math.abs(milliseconds) > 9_223_372_036_854) throw new Error('overflow');
    return durationFromMs(milliseconds);
  });

/** Of Unix seconds, as the specification says, where the oracle takes milliseconds. */
const ofUnixTime = celFunc('timestamp', [CelScalar.INT], objectType(TimestampSchema), (seconds) => {
  const milliseconds = Number(seconds) * 1000;
  if (milliseconds < -62_135_596_800_000 || milliseconds > 253_402_300_799_999) throw new Error('out of range');
  return timestampFromMs(milliseconds);
});

const met = new Set<string>();

/** The runtime, noting every failure that passes through it, even one that another operand makes up for. */
const watched = Object.fromEntries(
  Object.entries(runtime).map(([name, call]) => [
    name,
    (...args: unknown[]) => {
      const [left, right] = args as [string, string];
      if (name === 'substring' && left.length !== [...left].length) met.add('code points');
      try {
        const result = (call as (...given: unknown[]) => unknown)(...args);
        if (name === 'order' && (result as number) < 0 !== left < right) met.add('code points');
        return result;
      } catch (error) {
        if (isExpressionError(error)) met.add(error.reason);
        throw error;
      }
    },
  ]),
);

test('generated expressions give in JavaScript what the oracle gives, or fail in both', () => {
  process.env.TZ = 'UTC';
  const env = celEnv({ funcs: [...strings, ...Object.entries(units).map(countOf), ofUnixTime] });
  let compared = 0;
  let excused = 0;
  for (let seed = 1; compared < wanted; seed++) {
    const random = randomOf(seed);
    const text = expressionOf(random);
    const { tree } = read(text);
    if (tree === undefined) continue;
    compared++;
    const run = compiled(tree, watched);
    const oracle = plan(env, parse(text)) as (given: object) => unknown;
    const record = recordOf(random);
    met.clear();
    let ours: unknown;
    try {
      ours = run({ record, now, today: '2026-11-01' });
    } catch (error) {
      assert.ok(isExpressionError(error), `${text}: ${error}`);
      ours = 'failed';
    }
    const given = asInput(record, { kind: 'object', name: 'Invoice' });
    const found = oracle({ record: given, now: timestampFromMs(now), today: '2026-11-01' });
    const theirs = isCelError(found) ? 'failed' : found;
    if (ours === theirs) continue;
    excused++;
    const reasons = [...met].filter((reason) => differences[reason] !== undefined);
    assert.ok(reasons.length > 0, `seed ${seed}: ${text}\nours ${ours}, the oracle ${theirs}`);
  }
  assert.ok(excused < wanted / 20, `${excused} of ${wanted} were excused`);
});
