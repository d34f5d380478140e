import { keyAlgorithms, type ProviderCapabilities } from '@governance/iam';
import { type IdentityProviderSettings } from './identity-provider-settings';

/** What each kind can do for the clients of machines. */
export const identityProviderCapabilities: Readonly<
  Record<IdentityProviderSettings['kind'], ProviderCapabilities>
> = {
  embedded: {
    keyAlgorithms: new Set(keyAlgorithms),
    overlap: true,
    networks: true,
    expiry: true,
    foreignKid: true,
    scopeNarrowing: true,
  },
  keycloak: {
    keyAlgorithms: new Set(keyAlgorithms),
    overlap: false,
    networks: false,
    expiry: false,
    foreignKid: false,
    scopeNarrowing: false,
  },
};
