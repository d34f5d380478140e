import { longestAssertionSeconds } from '@governance/iam';
import { workloadIssuerAlias } from '@governance/identity-provider-client';
import { type Drift, driftsOf } from './drift';
import { type RealmApi } from './realm-api';

/** An issuer whose assertions authenticate workloads at the realm. */
export interface WantedIssuer {
  readonly issuer: string;
  /** Whether an assertion gets tokens until it expires. Otherwise it gets one. */
  readonly isReusable: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** The identity providers of a realm that hold the issuers of trust rules. */
export class WorkloadIssuers {
  constructor(private readonly realmApi: RealmApi) {}

  async drifts(wanted: readonly WantedIssuer[]): Promise<Drift[]> {
    const drifts = await Promise.all(wanted.map((issuer) => this.driftsOf(issuer)));
    return drifts.flat();
  }

  async write(wanted: readonly WantedIssuer[]): Promise<void> {
    for (const issuer of wanted) {
      const body = await this.representationOf(issuer);
      const path = '/identity-provider/instances';
      if ((await this.find(issuer)) === undefined) await this.realmApi.call('POST', path, body);
      else await this.realmApi.call('PUT', `${path}/${workloadIssuerAlias(issuer.issuer)}`, body);
    }
  }

  private async driftsOf(wanted: WantedIssuer): Promise<Drift[]> {
    const place = `workload issuer ${wanted.issuer}`;
    return driftsOf(await this.representationOf(wanted), await this.find(wanted), place);
  }

  private find({ issuer }: WantedIssuer): Promise<unknown> {
    return this.realmApi.find(`/identity-provider/instances/${workloadIssuerAlias(issuer)}`);
  }

  private async representationOf({ issuer, isReusable }: WantedIssuer): Promise<Members> {
    return {
      alias: workloadIssuerAlias(issuer),
      displayName: issuer,
      providerId: 'oidc',
      enabled: true,
      // No user signs in with it.
      hideOnLogin: true,
      linkOnly: true,
      config: {
        issuer,
        jwksUrl: await this.keysOf(issuer),
        useJwksUrl: 'true',
        validateSignature: 'true',
        supportsClientAssertions: 'true',
        supportsClientAssertionReuse: String(isReusable),
        // Without it, Keycloak refuses an assertion that is older than 300 seconds.
        fedClientAssertionMaxExp: String(longestAssertionSeconds),
        allowClientIdAsAudience: 'false',
      },
    };
  }

  /** The address of the keys, as Keycloak itself reads it. */
  private async keysOf(issuer: string): Promise<unknown> {
    const fromUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const request = { providerId: 'oidc', fromUrl };
    const found = (await this.realmApi
      .call('POST', '/identity-provider/import-config', request)
      .catch((error: unknown) => {
        throw new Error(`Keycloak cannot read ${fromUrl}`, { cause: error });
      })) as Members;
    // OpenID Connect Discovery 1.0, 4.3.
    if (found.issuer !== issuer) throw new Error(`${fromUrl} is the document of another issuer`);
    return found.jwksUrl;
  }
}
