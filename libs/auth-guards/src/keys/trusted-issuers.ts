import { type AcceptedIssuer } from '../caller/token-settings';
import { type JsonObject } from '../tokens/strict-json';
import { TokenRefused } from '../tokens/token-refused';
import { fetchIssuerKeys } from './fetch-issuer-keys';
import { IssuerKeys } from './issuer-keys';

/** An accepted issuer with its own keys, their cache and cool-down: the outage of one affects no other. */
export interface TrustedIssuer extends AcceptedIssuer {
  readonly keys: IssuerKeys;
}

export interface TrustedIssuersOptions {
  /** The time limit for discovery and key set of one issuer. */
  readonly timeoutMs?: number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number;
}

/** The issuers whose tokens are accepted, by `iss`. */
export class TrustedIssuers {
  private readonly byName: ReadonlyMap<string, TrustedIssuer>;

  constructor(accepted: readonly AcceptedIssuer[], { timeoutMs, ...clock }: TrustedIssuersOptions = {}) {
    const limits = timeoutMs === undefined ? {} : { timeoutMs };
    this.byName = new Map(
      accepted.map((issuer) => {
        const address = { issuer: issuer.profile.issuer, jwksUri: issuer.jwksUri };
        const fetchKeys = () => fetchIssuerKeys({ ...address, ...limits });
        return [
          address.issuer,
          { ...issuer, keys: new IssuerKeys({ ...clock, issuer: address.issuer, fetchKeys }) },
        ];
      }),
    );
  }

  get all(): readonly TrustedIssuer[] {
    return [...this.byName.values()];
  }

  /**
   * The issuer that the claims name exactly. Before the signature is verified, this only chooses whose keys verify it and whose
   * profile the whole token must fit. Throws `TokenRefused` for any other issuer.
   */
  of({ iss }: JsonObject): TrustedIssuer {
    const issuer = typeof iss === 'string' ? this.byName.get(iss) : undefined;
    if (issuer !== undefined) return issuer;
    const expected = [...this.byName.keys()].join(', ');
    throw TokenRefused.of('iss is another issuer', { member: 'iss', expected, got: iss });
  }
}
