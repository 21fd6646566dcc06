import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { embedded, type ImportRule, importRules } from './import-rules.ts';

/** One import that its file may not make, or a circle of files. */
export interface ImportFault {
  readonly file: string;
  readonly line: number;
  readonly says: string;
}

interface Import {
  readonly line: number;
  /** A place below the root without `.ts`, or a package. */
  readonly target: string;
  readonly isPackage: boolean;
  readonly typeOnly: boolean;
  /** Opened while the program runs: a door that the rules speak of in words, no arrow between files. */
  readonly door: boolean;
}

function patternOf(places: string): RegExp {
  const body = places
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll('**', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '.*');
  return new RegExp(`^${body}$`);
}

const patterns = new Map<string, RegExp>();
function fits(places: string, place: string): boolean {
  let pattern = patterns.get(places);
  if (pattern === undefined) {
    pattern = patternOf(places);
    patterns.set(places, pattern);
  }
  return pattern.test(place);
}

const statement = /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  for (const match of text.matchAll(statement)) {
    const dynamic = match[4] !== undefined;
    const specifier = match[3] ?? match[4]!;
    const before = text.slice(0, match.index + match[0].length);
    const isPackage = !specifier.startsWith('.');
    const target = isPackage ? specifier : normalize(join(dirname(file), specifier)).replace(/\.ts$/, '');
    const door = dynamic && !isPackage;
    found.push({ line: before.split('\n').length, target, isPackage, typeOnly: match[2] !== undefined, door });
  }
  return found;
}

function faultOf(place: string, rule: ImportRule, made: Import): string | undefined {
  if (made.door) return undefined;
  if (made.isPackage) {
    if ((rule.packages ?? []).some((name) => fits(name, made.target))) return undefined;
    return `may not import the package "${made.target}"`;
  }
  const own = dirname(place);
  const part = place.split('/').slice(0, 3).join('/');
  const here = rule.strict !== true && dirname(made.target) === own;
  if (!here && !rule.may.some((places) => fits(places.replace('<part>', part), made.target)))
    return `may not import ${made.target}`;
  if (rule.typesOnly && !made.typeOnly) return `may import only types, not ${made.target}`;
  return undefined;
}

function circles(graph: ReadonlyMap<string, readonly Import[]>): ImportFault[] {
  const done = new Set<string>();
  const faults: ImportFault[] = [];
  const visit = (place: string, trail: string[]): void => {
    const at = trail.indexOf(place);
    if (at !== -1) {
      faults.push({ file: `${place}.ts`, line: 1, says: `circle: ${[...trail.slice(at), place].join(' ▸ ')}` });
      return;
    }
    if (done.has(place)) return;
    for (const made of graph.get(place) ?? []) if (!made.isPackage && !made.door) visit(made.target, [...trail, place]);
    done.add(place);
  };
  for (const place of graph.keys()) visit(place, []);
  return faults;
}

/** What is started by something else than the program: a user's import, and the documentation page in a browser. */
const entries: readonly string[] = [
  'src/index',
  'src/testing',
  'src/describe/docs/page/main',
  'src/describe/workbench/page/main',
  'src/browser/worker',
];

/** Files of `src` that neither the program nor the library reaches: only tests use them, or nobody does. */
function unreached(graph: ReadonlyMap<string, readonly Import[]>): ImportFault[] {
  const due = [...graph.keys()].filter(
    (place) =>
      place.startsWith('bin/') ||
      place.startsWith(embedded) ||
      entries.includes(place) ||
      place.startsWith('src/browser/node/'),
  );
  if (due.length === 0) return [];
  const reached = new Set<string>();
  for (let place = due.pop(); place !== undefined; place = due.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    for (const { target, isPackage } of graph.get(place) ?? []) if (!isPackage) due.push(target);
  }
  return [...graph.keys()]
    .filter((place) => place.startsWith('src/') && !/\.(test|suite|fixture)$/.test(place) && !reached.has(place))
    .map((place) => ({
      file: `${place}.ts`,
      line: 1,
      says: 'is reached by no program: what tests use is called .fixture.ts',
    }));
}

/** Checks every TypeScript file below `root` against the rules; throws when it finds no file to read. */
export function checkImports(root: string, rules: readonly ImportRule[] = importRules): ImportFault[] {
  const files = globSync(['src/**/*.ts', 'bin/**/*.ts', 'scripts/**/*.ts', 'tests/**/*.ts'], {
    cwd: root,
    exclude: ['**/node_modules'],
  }).sort();
  if (files.length === 0) throw new Error(`no TypeScript file below ${root}: nothing was checked`);
  const faults: ImportFault[] = [];
  const graph = new Map<string, readonly Import[]>();
  for (const file of files) {
    const place = file.replace(/\.ts$/, '');
    const made = importsOf(file, readFileSync(join(root, file), 'utf8'));
    graph.set(place, made);
    const rule = rules.find((candidate) => [candidate.files].flat().some((places) => fits(places, place)));
    if (rule === undefined) {
      faults.push({ file, line: 1, says: 'has no rule in scripts/import-rules.ts' });
      continue;
    }
    for (const imported of made) {
      const says = faultOf(place, rule, imported);
      if (says !== undefined) faults.push({ file, line: imported.line, says });
    }
  }
  return [...faults, ...circles(graph), ...unreached(graph)];
}

if (process.argv[1] === import.meta.filename) {
  const faults = checkImports(resolve(import.meta.dirname, '..'));
  for (const fault of faults) console.error(`${fault.file}:${fault.line} ${fault.says}`);
  console.log(faults.length === 0 ? 'imports: all as the rules say' : `imports: ${faults.length} against the rules`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
