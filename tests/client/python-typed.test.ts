import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { describePythonClient } from '../../src/describe/client/python/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { openTest } from '../../src/testing.ts';
import { createSource } from '../../src/text/location.ts';
import { root } from '../support/process.ts';
import { createModuleFolder, quiet } from './generated.ts';
import { generatePythonClient, listen, pythonSkip, runPython } from './python.ts';

test('the Python client of each document and version compiles, is imported, and has types for all it names', {
  skip: pythonSkip,
}, async () => {
  const folder = createModuleFolder();
  const names: string[] = [];
  for (const file of globSync(['examples/**/*.md', 'tests/documents/*.md'], { cwd: root }).sort()) {
    const { service, diagnostics } = readDocument(createSource(file, readFileSync(join(root, file), 'utf8')));
    if (diagnostics.some(({ severity }) => severity === 'error')) continue;
    if (service.endpoints.operations.length === 0) continue;
    const versions = service.versioning.versions.map(({ name }) => name.value);
    for (const version of versions.length === 0 ? [undefined] : versions) {
      const name = `${basename(file, '.md')}_${version ?? ''}`.replaceAll(/\W/g, '_');
      writeFileSync(join(folder, `${name}.py`), describePythonClient(buildWholePlanOf(service, version)!));
      names.push(name);
    }
  }
  writeFileSync(join(folder, 'quiet.md'), quiet);
  writeFileSync(join(folder, 'quiet.py'), await generatePythonClient(join(folder, 'quiet.md')));
  names.push('quiet');
  assert.ok(names.length > 10, `${names.length} clients`);
  await runPython(folder, ['-m', 'py_compile', ...names.map((name) => `${name}.py`)]);
  // Each name in an annotation, or in a type that stands as a text, is declared.
  writeFileSync(
    join(folder, 'check.py'),
    `import ast, builtins, importlib, sys
def check(text, known):
    for node in ast.walk(ast.parse(text, mode="eval")):
        if isinstance(node, ast.Name) and node.id not in known:
            raise NameError(f"{node.id} in {text}")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "[" in node.value:
            check(node.value, known)
count = 0
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    known = {*vars(module), *vars(builtins)}
    for key, value in vars(module).items():
        if key.startswith("__") or not (isinstance(value, str) or getattr(value, "__module__", "") == name):
            continue
        texts = [value] if isinstance(value, str) else list(getattr(value, "__annotations__", {}).values())
        if isinstance(value, type):
            for member in vars(value).values():
                texts += getattr(member, "__annotations__", {}).values()
        for text in texts:
            text = getattr(text, "__forward_arg__", text)
            if isinstance(text, str):
                check(text, known)
                count += 1
print("checked" if count > 1000 else count)
`,
  );
  assert.equal(await runPython(folder, ['check.py', ...names]), 'checked\n');
});

const ends = '""" \'\'\' \\ " \\" \\N{x} \u2028\u2029\u202e %s {0} # \\';
const hostile = `# Hostile

${ends}

## Resources and their fields

### Sequence

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | uuid | assigned | ${ends} |
| from | string | required | ${ends} |
| str | integer | | """ |
| class | one of \`"""\`, \`\\\`, \`'\`, \`x y\` | | \\ |
| kind | state | | |

## States and transitions

### Sequence

| State | Kind | Meaning |
| --- | --- | --- |
| open | initial | ${ends} |
| done | final | |

| From | Transition | To |
| --- | --- | --- |
| open | raise | done |

## Endpoints

| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Sequence | POST | /s | \`Sequence\` | 201 \`Sequence\` | ${ends} |
| read Sequence | GET | /s/{id} | | 200 \`Sequence\` | " |
| list Sequence as import | GET | /s | | 200 \`{data: Sequence[], next: next cursor}\` | """ |
| raise Sequence as raise | POST | /s/{id}/raise | | 200 \`Sequence\` | |

### import

| Parameter | Maps to | Meaning |
| --- | --- | --- |
| timeout | filter from = | ${ends} |
| from | filter str = | |
| self | page size | |
| limit | cursor | |

## Authentication

None.
`;

test('texts and names of a hostile document stay texts, and names that Python has get an underscore', {
  skip: pythonSkip,
}, async () => {
  const folder = createModuleFolder();
  const { diagnostics, service: read } = readDocument(createSource('"""\n\\.md', hostile));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, []);
  const text = describePythonClient(buildWholePlanOf(read)!);
  assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
  writeFileSync(join(folder, 'client.py'), text);
  const service = await openTest({ document: hostile, now: Date.now() });
  const server = await listen(service);
  writeFileSync(
    join(folder, 'use.py'),
    `import os, typing
import client as c
client = c.HostileClient(os.environ["URL"])
made = client.create_sequence({"from": "a", "str": 7, "class": '"""'}).or_raise()
client.create_sequence({"from": "b"}).or_raise()
assert client.raise_(made["id"]).or_raise()["kind"] == "done"
assert [each["id"] for each in client.import_(timeout_="a", from_=7)] == [made["id"]]
assert len(list(client.import_(self_=1))) == 2
assert client.wait_until_sequence(made["id"], ["done"]).ok
print(typing.get_args(typing.get_type_hints(c.CreateSequenceBody)["class"]) or c.CreateSequenceBody.__annotations__["class"])
print(c.HostileClient.create_sequence.__doc__)
`,
  );
  try {
    const printed = await runPython(folder, ['use.py'], { URL: server.url });
    assert.match(printed, /^\('"""', '\\\\', "'", 'x y'\)|"""/);
    assert.ok(printed.includes('""" \'\'\' \\ " \\" \\N{x}'), printed);
  } finally {
    server.close();
    await service.close();
  }
});

test('a member whose name is no name of Python stands as a text', async () => {
  const text = await generatePythonClient(join(root, 'examples/invoices/invoices.md'));
  assert.match(text, /^class Customer\(TypedDict\):\n {4}id: str\n {4}shop: str\n {4}"""whose customer this is"""$/m);
});
