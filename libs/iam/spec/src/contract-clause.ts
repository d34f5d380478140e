import { type IdentityProviderHarness } from './identity-provider-harness';

type Check = (harness: IdentityProviderHarness) => Promise<void>;

/** One promise of the port. The check rejects when the adapter breaks it. */
export interface ContractClause {
  readonly guarantee: string;
  readonly check: Check;
}

export function clause(guarantee: string, check: Check): ContractClause {
  return { guarantee, check };
}
