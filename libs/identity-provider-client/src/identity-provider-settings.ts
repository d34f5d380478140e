import { type EmbeddedSettings } from './embedded/embedded-settings';
import { type KeycloakSettings } from './keycloak/keycloak-settings';

/** The provider that issues the machines' tokens, and its management: a union by `kind`. */
export type IdentityProviderSettings = { readonly issuer: string } & (
  (EmbeddedSettings & { readonly kind: 'embedded' }) | (KeycloakSettings & { readonly kind: 'keycloak' })
);

/** A part of an identity provider that the platform can manage: clients of machines, and what belongs to people. */
export type ProviderPart =
  'clients' | 'trust-rules' | 'connections' | 'members' | 'invitations' | 'organizations';

/** The parts that the platform manages at each kind. Operators manage the others at the provider itself. */
export const identityProviderParts: Readonly<
  Record<IdentityProviderSettings['kind'], ReadonlySet<ProviderPart>>
> = {
  embedded: new Set(['clients', 'trust-rules', 'connections', 'members', 'invitations', 'organizations']),
  keycloak: new Set(['clients', 'trust-rules']),
};
