import type { ObjectModel, ResourceModel } from './model.ts';

/** Whose fields are checked: a resource, or an object, which has no identity and no life of its own. */
export type Owner =
  | { readonly kind: 'resource'; readonly model: ResourceModel }
  | { readonly kind: 'object'; readonly model: ObjectModel };
