import { type EmbeddedSettings } from './embedded/embedded-settings';

/** The provider that issues the machines' tokens, and its management: a union by `kind`. */
export type IdentityProviderSettings = EmbeddedSettings & { readonly kind: 'embedded' };
