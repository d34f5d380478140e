import { productName } from '@governance/design';
import { issuerAddresses } from './issuer-addresses';

/** The certificate issuer as an Open Badges profile, in credentials and at `.well-known/issuer.json`. */
export interface IssuerProfile {
  readonly id: string;
  readonly type: readonly ['Profile'];
  readonly name: string;
  readonly url: string;
}

export function issuerProfile(publicBaseUrl: string): IssuerProfile {
  const { profile: id } = issuerAddresses(publicBaseUrl);
  return { id, type: ['Profile'], name: productName, url: publicBaseUrl };
}
