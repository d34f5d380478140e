import { type CredentialElsewhere, CredentialHousekeeping, CredentialStore } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { ManagedIssuer } from '../managed-issuer';

const pageSize = 500;

/** What the platform left at identity providers that it no longer manages. Calls no provider (ADR 38). */
@Injectable()
export class FormerProviders {
  constructor(
    private readonly store: CredentialStore,
    private readonly housekeeping: CredentialHousekeeping,
    private readonly managed: ManagedIssuer,
  ) {}

  /** By issuer, state, organization and client. Rejects with `StoreUnavailable`. */
  async left(): Promise<readonly CredentialElsewhere[]> {
    const { issuer } = this.managed;
    const credentials = this.store.systemScope('reconciler');
    const left: CredentialElsewhere[] = [];
    let page: readonly CredentialElsewhere[];
    do {
      page = await credentials.leftElsewhere({ issuer, after: left.at(-1)?.id, limit: pageSize });
      left.push(...page);
    } while (page.length === pageSize);
    return left.toSorted(inOrder);
  }

  /** Removes the revoked credentials of an issuer from the list, and returns their number. Rejects with `StoreUnavailable`. */
  forget(issuer: string): Promise<number> {
    if (issuer === this.managed.issuer) {
      return Promise.reject(
        new Error(`${issuer} is the issuer that OIDC_ISSUER names: nothing was left there`),
      );
    }
    return this.housekeeping.forgetRevoked(issuer);
  }
}

function inOrder(one: CredentialElsewhere, other: CredentialElsewhere): number {
  const [own, others] = [one, other].map(({ issuer, state, orgId, clientId = '', id }) =>
    JSON.stringify([issuer, state, orgId, clientId, id]),
  );
  return (own ?? '') < (others ?? '') ? -1 : 1;
}
