import type { Cell } from '../../markdown/cells/cell.ts';
import { readText } from '../../markdown/cells/readers.ts';
import type { ParseContext, PartContent } from '../../markdown/content.ts';
import { createFactReader, createRowReader } from '../../markdown/records.ts';
import type { Name } from '../../text/location.ts';
import { isName, toValidName } from '../../text/names.ts';
import { computeDistance } from '../../text/nearest.ts';
import { present } from '../../text/present.ts';
import { isNotShown } from '../not-shown.ts';
import { diagnostics } from './diagnostics.ts';
import { grammar } from './grammar.ts';
import type { AuthenticationModel, ScopeModel } from './model.ts';
import { readAttribute, readAttributeType } from './read/caller.ts';
import { readCarrier } from './read/sent-in.ts';
import { readTenant, readWhere } from './read/tenant.ts';
import { everybody } from './words.ts';

/** Reads the part Authentication: its schemes, scopes and the attributes of callers, each mistake at its place. */
export function read({ facts, tables }: PartContent, context: ParseContext): AuthenticationModel {
  return {
    ...readFacts(facts, context),
    schemes: readSchemes(tables, context),
    scopes: readScopes(tables, context).map(({ where, ...row }) => ({
      ...row,
      ...(isNotShown(where) ? { where } : present({ where: where?.where, allTenants: where?.allTenants })),
      kind: classifyScope(row.name.value),
    })),
    caller: readAttributes(tables, context).map(({ type, ...row }) => ({
      ...row,
      ...(isNotShown(type) || type === undefined ? {} : type),
    })),
  };
}

const readFacts = createFactReader(grammar, 'part', { tenant: readTenant });

const readSchemes = createRowReader(grammar, 'schemes', {
  name: diagnostics['scheme-name'],
  kind: diagnostics['unknown-kind'],
  sentIn: readCarrier,
  lifetime: diagnostics.lifetime,
  idle: diagnostics.idle,
  refresh: diagnostics.refresh,
});

const readScopes = createRowReader(grammar, 'scopes', {
  name: readScope,
  where: readWhere,
});

const readAttributes = createRowReader(grammar, 'caller', { name: readAttribute, type: readAttributeType });

function classifyScope(name: string): ScopeModel['kind'] {
  return everybody.find((word) => word === name) ?? 'scope';
}

/** Reads the name of a scope; one that is nearly a word for everybody is a diagnostic, since it would be read wrongly. */
function readScope(cell: Cell, context: ParseContext): Name | undefined {
  const name = readText(cell);
  if (name === undefined || classifyScope(name.value) !== 'scope') return name;
  const { value, span } = name;
  const word = findSimilarKeyword(value);
  if (word !== undefined) context.diagnostics.push(diagnostics['similar-to-keyword'](span, value, word));
  else if (!isName(value, 'scope')) {
    const near = toValidName(value, 'scope');
    const isOpen = near !== undefined && findSimilarKeyword(near) !== undefined;
    context.diagnostics.push(diagnostics['scope-name'](span, value, isOpen ? undefined : near));
  }
  return name;
}

function findSimilarKeyword(name: string): string | undefined {
  return everybody.find((one) => computeDistance(name.toLowerCase(), one, 1) <= 1);
}
