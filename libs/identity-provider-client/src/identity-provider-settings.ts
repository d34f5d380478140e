import { type EmbeddedSettings } from './embedded/embedded-settings';

/** Which provider issues the machines' tokens, and how it is managed: a union by `kind`. */
export type IdentityProviderSettings = EmbeddedSettings & { readonly kind: 'embedded' };
