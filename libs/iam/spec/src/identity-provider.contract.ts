import { clientClauses } from './client-clauses';
import { type ContractClause } from './contract-clause';
import { faultClauses } from './fault-clauses';
import { type IdentityProviderHarness } from './identity-provider-harness';
import { overlapClauses } from './overlap-clauses';
import { rotationClauses } from './rotation-clauses';

/** All clauses of the `IdentityProvider` contract. */
export const identityProviderClauses: readonly ContractClause[] = [
  ...clientClauses,
  ...rotationClauses,
  ...overlapClauses,
  ...faultClauses,
];

/** Declares the specs that every adapter of `IdentityProvider` must pass. The harness is opened once, and closed at the end. */
export function identityProviderContract(
  adapter: string,
  open: () => IdentityProviderHarness | Promise<IdentityProviderHarness>,
): void {
  describe(`${adapter} as an IdentityProvider`, () => {
    let harness: IdentityProviderHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(async () => {
      await harness.close();
    });

    it.each(identityProviderClauses)('$guarantee', async ({ check }) => {
      await check(harness);
    });
  });
}
