import { get, isTrue, readString, type Tree } from '../source/tree.ts';
import type { Dialect } from './api.ts';

/** The kind of a source. */
export type Recognized =
  | { readonly kind: 'OpenAPI'; readonly dialect: Dialect; readonly version: string; readonly why: string }
  | { readonly kind: 'AsyncAPI'; readonly dialect: '2' | '3'; readonly version: string; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** Recognizes the kind of a source by the member that its standard requires, and says why. */
export function recognizeSource(root: Tree): Recognized {
  if (root.kind !== 'map') return { kind: 'unknown', why: 'It is not an object.' };
  const openapi = readVersion(get(root, 'openapi'));
  if (openapi !== undefined) {
    const dialect = /^3\.0(\.|$)/.test(openapi) ? '3.0' : /^3\.[0-9]/.test(openapi) ? '3.1' : undefined;
    if (dialect === undefined)
      return { kind: 'unknown', why: `It states \`openapi: ${openapi}\`, a version that import does not read.` };
    return { kind: 'OpenAPI', dialect, version: openapi, why: `it states \`openapi: ${openapi}\`` };
  }
  const swagger = readVersion(get(root, 'swagger'));
  if (swagger?.startsWith('2.') === true)
    return { kind: 'OpenAPI', dialect: '2.0', version: '2.0', why: `it states \`swagger: ${swagger}\`` };
  const asyncapi = readVersion(get(root, 'asyncapi'));
  if (asyncapi !== undefined) {
    const dialect = /^2\.[0-9]/.test(asyncapi) ? '2' : /^3\.[0-9]/.test(asyncapi) ? '3' : undefined;
    if (dialect === undefined)
      return { kind: 'unknown', why: `It states \`asyncapi: ${asyncapi}\`, a version that import does not read.` };
    return { kind: 'AsyncAPI', dialect, version: asyncapi, why: `it states \`asyncapi: ${asyncapi}\`` };
  }
  const other = otherKinds.find(([, keys]) => keys.every((key) => get(root, key) !== undefined))?.[0];
  return {
    kind: 'unknown',
    why: `It states neither \`openapi\`, \`swagger\` nor \`asyncapi\`${other === undefined ? '' : `; it looks like ${other}`}.`,
  };
}

const otherKinds: readonly (readonly [string, readonly string[]])[] = [
  ['a HAR file', ['log']],
  ['a Postman collection', ['info', 'item']],
  ['a JSON Schema', ['$schema']],
  ['a compose file', ['services']],
];

function readVersion(tree: Tree | undefined): string | undefined {
  if (tree?.kind !== 'scalar' || isTrue(tree)) return undefined;
  if (typeof tree.value === 'number') {
    const written = tree.file.text.slice(tree.start, tree.start + 8).match(/^[0-9.]+/)?.[0];
    return written ?? String(tree.value);
  }
  return readString(tree);
}
