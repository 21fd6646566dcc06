import type { Service } from '../../parts/service.ts';
import type { Span } from '../../text/location.ts';
import { listSymbols, type NamedSymbol } from '../symbols.ts';
import type { ModuleText } from './module-text.ts';
import { findCodeReferences } from './references.ts';

/** Finds the name of the document that an offset of its module means for sure: the one with the shortest stretch. */
export function findSymbolInCode(
  module: ModuleText | undefined,
  service: Service,
  offset: number,
): { readonly symbol: NamedSymbol; readonly span: Span } | undefined {
  const token = module?.tokens.find(({ span }) => offset >= span.start && offset <= span.end);
  if (module === undefined || token === undefined) return undefined;
  const text = module.source.text.slice(token.span.start, token.span.end);
  return listSymbols(service)
    .filter(({ name }) => text.includes(name) || token.text.includes(name))
    .flatMap((symbol) => {
      const { places } = findCodeReferences(module, service, symbol);
      const place = places.find(({ span }) => offset >= span.start && offset <= span.end);
      return place === undefined ? [] : [{ symbol, span: place.span }];
    })
    .sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0];
}

/** Lists the keys of the functions that implement a name: handlers and hooks of an operation, values of a computed field. */
export function findDefinedCode(
  module: ModuleText | undefined,
  { endpoints }: Service,
  { kind, name, of, row }: NamedSymbol,
): readonly Span[] {
  const operation =
    kind === 'operation' ? endpoints.operations.find(({ span }) => span.start === row.start) : undefined;
  const key = kind === 'field' ? `${of}.${name}` : operation?.name.text;
  return (module?.regions ?? [])
    .filter((region) => region.key.value === key && (region.kind === 'computed') === (kind === 'field'))
    .sort((a, b) => Number(b.kind === 'handler') - Number(a.kind === 'handler'))
    .map((region) => region.key.span);
}
