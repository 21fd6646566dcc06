import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { parseShape } from '../../../shape/parse.ts';
import type { Name } from '../../../text/location.ts';
import { isNotShown } from '../../not-shown.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import { listDeliverableResources } from '../../resolve/reach.ts';
import { eventRoles, resolveAnswer } from '../../resolve/shapes.ts';
import { isComputedWhenShown } from '../../resolve/shown-fields.ts';
import { collectDefinitions, has } from '../../resolve/vocabulary.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { findDeliveryKind } from '../deliveries/index.ts';
import { diagnostics } from '../diagnostics.ts';
import type { DeliveryModel, TargetModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;
type Each = TargetModel & { readonly kind: 'each' };

/** Checks a row of the Delivery table: where it goes, which events, envelope and signature. */
export function checkDelivery(service: Service, delivery: DeliveryModel, report: Report): void {
  const { to } = delivery;
  checkEnvelope(service, delivery, report);
  checkBelongs(delivery, report);
  if (to === undefined || isNotShown(to)) return;
  if (to.kind === 'endpoint') checkStream(service, to.path, report);
  if (to.kind === 'each') checkEach(service, delivery, to, report);
}

function checkEnvelope(service: Service, { envelope }: DeliveryModel, report: Report): void {
  if (envelope === undefined || 'named' in envelope) return;
  const parsed = parseShape(envelope.shape);
  for (const diagnostic of parsed.diagnostics) report(diagnostic);
  if (parsed.shape === undefined) return;
  const context = { service, place: 'envelope', roles: eventRoles } as const;
  for (const diagnostic of resolveAnswer(parsed.shape, context).diagnostics) report(diagnostic);
}

function checkBelongs(delivery: DeliveryModel, report: Report): void {
  const { kind, to, signature, attempts, events } = delivery;
  const pushes = findDeliveryKind(kind.value)?.pushes ?? true;
  if (attempts !== undefined && !pushes) {
    report(
      diagnostics['not-of-this-delivery'](
        attempts.span,
        'Attempts',
        `\`${kind.value}\` has no attempts of its own`,
        '—',
      ),
    );
  }
  const each = to === undefined || isNotShown(to) || to.kind === 'each';
  const why = 'To does not name a subscription';
  if (signature !== undefined && !isNotShown(signature) && !each) {
    report(diagnostics['not-of-this-delivery'](signature.field.span, 'Signature', why));
  }
  if (events !== 'all' && 'listedIn' in events && !each) {
    const { value, span } = events.listedIn;
    report(diagnostics['not-of-this-delivery'](span, `\`listed in ${value}\``, why));
  }
}

function checkStream(
  service: Service,
  path: { readonly value: string; readonly span: Diagnostic['span'] },
  report: Report,
): void {
  const streams = createOperationNames(service).all.filter((operation) => operation.name.standard === 'stream events');
  if (streams.some((operation) => operation.path?.text === path.value)) return;
  const stream = streams[0];
  if (stream === undefined || stream.path !== undefined)
    report(diagnostics['no-stream'](path.span, path.value, stream?.path?.text));
}

function checkEach(service: Service, delivery: DeliveryModel, to: Each, report: Report): void {
  const { resources } = collectDefinitions(service);
  const resource = resources.get(to.resource.value);
  if (resource === undefined) {
    report(diagnostics['unknown-resource'](to.resource.span, to.resource.value, [...resources.keys()]));
    return;
  }
  checkAddress(service, resource, to, report);
  if (delivery.events !== 'all' && 'listedIn' in delivery.events)
    checkListed(resource, delivery.events.listedIn, report);
  const { signature } = delivery;
  if (signature !== undefined && !isNotShown(signature)) {
    const secrets = resource.fields
      .filter((field) => findFormat(field.type)?.encrypted === true && findFormat(field.type)?.computesCodes !== true)
      .map((field) => field.name.value);
    const { value, span } = signature.field;
    if (!secrets.includes(value)) report(diagnostics['not-a-secret'](span, value, secrets));
  }
  if (to.where === undefined) return;
  const found = resolveExpression(
    to.where,
    createEnvironments(service).deliveryWhere(resource.name.value, listDeliverableResources(service, delivery)),
  );
  for (const diagnostic of found.diagnostics) report(diagnostic);
}

function checkAddress(service: Service, resource: ResourceModel, to: Each, report: Report): void {
  let owner: { readonly name: { readonly value: string }; readonly fields: readonly FieldModel[] } = resource;
  for (const [index, step] of to.at.entries()) {
    const field: FieldModel | undefined = owner.fields.find((candidate) => candidate.name.value === step.value);
    if (field === undefined) {
      const names = owner.fields.map((each) => each.name.value);
      report(diagnostics['unknown-field'](step.span, owner.name.value, step.value, names));
      return;
    }
    if (!has(field, 'required') || field.type?.nullable === true) {
      report(diagnostics['not-an-address'](step.span, step.value, 'it is not required'));
      return;
    }
    if (index === to.at.length - 1) {
      const fits = field.type?.kind === 'string' && findFormat(field.type)?.address === true;
      if (!fits) report(diagnostics['not-an-address'](step.span, step.value, 'it is not of type `uri`'));
      return;
    }
    const next =
      field.type?.kind === 'named' ? collectDefinitions(service).objects.get(field.type.name.value) : undefined;
    if (next === undefined) {
      report(diagnostics['not-an-address'](step.span, step.value, 'it is not an object'));
      return;
    }
    owner = next;
  }
}

function checkListed(resource: ResourceModel, listedIn: Name, report: Report): void {
  const name = resource.name.value;
  const field = resource.fields.find((candidate) => candidate.name.value === listedIn.value);
  if (field === undefined) {
    report(diagnostics['no-list-of-events'](listedIn.span, name, `has no field \`${listedIn.value}\``));
    return;
  }
  const { type } = field;
  const isList = type?.kind === 'list' && (type.item.kind === 'string' || type.item.kind === 'one of');
  if (type !== undefined && !isList) {
    const why = `has a field \`${listedIn.value}\` that is not a list of names`;
    report(diagnostics['no-list-of-events'](listedIn.span, name, why));
  } else if (isComputedWhenShown(resource.fields, field)) {
    const why = `has a field \`${listedIn.value}\` that is computed from \`self\`, so it is not stored`;
    report(diagnostics['no-list-of-events'](listedIn.span, name, why));
  }
}
