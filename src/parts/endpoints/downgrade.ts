import { isNotShown } from '../not-shown.ts';
import { findComparedField } from '../resolve/compared-field.ts';
import type { Older, OlderOperation } from '../resolve/older.ts';
import type { OlderNames } from '../resolve/older-names.ts';
import type { Service } from '../service.ts';
import type { EndpointsModel, MeansModel, OperationModel, PathSegment } from './model.ts';

/** The operations as an older version has them; those that came later are left out. */
export function undo(older: Older, names: OlderNames): EndpointsModel {
  const { endpoints } = older.service;
  const operations = endpoints.operations.flatMap((present) => {
    const operation = older.operations.get(present.name.text);
    return operation === undefined ? [] : [downgradeOperation(older.service, names, present, operation)];
  });
  return { ...endpoints, operations };
}

function downgradeOperation(
  service: Service,
  names: OlderNames,
  present: OperationModel,
  { model, parameters }: OlderOperation,
): OperationModel {
  const { request, responses, path } = model;
  const owner = model.name.resource?.value;
  const places = new Map(present.parameters.map((parameter, at) => [parameter.name.value, at]));
  const placeOf = (name: string | undefined): number => places.get(name ?? '') ?? places.size;
  return {
    ...model,
    ...(path === undefined ? {} : { path: downgradePath(names, owner, path) }),
    ...(request === undefined || isNotShown(request) ? {} : { request: names.shape(owner, request, 'sent') }),
    responses: isNotShown(responses)
      ? responses
      : responses.map((response) =>
          response.shape === undefined ? response : { ...response, shape: names.shape(owner, response.shape) },
        ),
    parameters: [...parameters.values()]
      .toSorted((left, right) => placeOf(left.present) - placeOf(right.present))
      .map(({ model: parameter }) => {
        const { means } = parameter;
        return means === undefined ? parameter : { ...parameter, means: downgradeMeans(service, names, owner, means) };
      }),
  };
}

type Path = NonNullable<OperationModel['path']>;

/** A path that a row states names things as of then; others follow their fields. */
function downgradePath(names: OlderNames, owner: string | undefined, path: Path): Path {
  const segments = path.segments.map((segment): PathSegment => {
    if (segment.kind === 'fixed' || owner === undefined) return segment;
    const older = names.path(
      owner,
      segment.names.map((name) => name.value),
    );
    if (older === undefined) return segment;
    return { ...segment, names: segment.names.map((name, at) => ({ value: older[at]!, span: name.span })) };
  });
  const text = segments.map((segment) =>
    segment.kind === 'fixed' ? segment.text : `{${segment.names.map((name) => name.value).join('.')}}`,
  );
  return { ...path, segments, text: `/${text.join('/')}` };
}

function downgradeMeans(service: Service, names: OlderNames, owner: string | undefined, means: MeansModel): MeansModel {
  switch (means.kind) {
    case 'filter': {
      const path = names.path(owner, means.field.value);
      return path === undefined ? means : { ...means, field: { ...means.field, value: path } };
    }
    case 'where': {
      const compared = owner === undefined ? undefined : findComparedField(service, owner, means.cel);
      const path = compared && names.path(compared.owner, compared.path);
      return path === undefined ? means : { ...means, compares: { owner: compared!.owner, path } };
    }
    case 'search':
      return { ...means, fields: means.fields.flatMap((name) => names.name(owner, name) ?? []) };
    case 'sort': {
      const same = means.fields.filter(({ value }) => names.field(owner ?? '', value)?.retyped !== true);
      return { ...means, fields: same.flatMap((name) => names.name(owner, name) ?? []) };
    }
    case 'expand':
      return { ...means, fields: means.fields.map((name) => names.name(owner, name) ?? name) };
    default:
      return means;
  }
}
