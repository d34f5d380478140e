import {
  type Domain,
  type DomainCheck,
  type DomainLapse,
  DomainDirectory,
  DomainTaken,
  DomainUnknown,
  TooManyDomains,
} from '@governance/iam';
import * as z from 'zod';
import {
  domainCheckResponse,
  domainLapseListResponse,
  domainResponse,
  type putDomainRequest,
} from '../contract';
import { conflict, notFound, nothing } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

const domain = domainResponse.transform(
  ({ name, connectionId, recordName, recordValue, challengeExpiresAt, createdAt, ...proof }): Domain => ({
    name,
    connectionId: connectionId ?? undefined,
    challenge: { recordName, recordValue, expiresAt: challengeExpiresAt },
    provenAt: proof.provenAt ?? undefined,
    missingSince: proof.missingSince ?? undefined,
    lapsedAt: proof.lapsedAt ?? undefined,
    createdAt,
  }),
);
const domains = z.object({ domains: z.array(domain) });
/** An earlier release of the provider ends no proofs. */
const none = notFound.transform(() => ({ lapses: [] }));
const unknown = notFound.transform(() => 'unknown' as const);
const refused = conflict.transform(() => 'refused' as const);

/** The domains of organizations at the embedded provider. */
export class EmbeddedDomainDirectory extends DomainDirectory {
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override async ofOrg(orgId: string): Promise<readonly Domain[]> {
    const path = organizationPath(orgId);
    if (path === undefined) return [];
    return (await this.api.call({ method: 'GET', path: `${path}/domains` }, { 200: domains })).domains;
  }

  override async put(
    orgId: string,
    { name, connectionId }: { readonly name: string; readonly connectionId: string | undefined },
  ): Promise<Domain> {
    const body: z.input<typeof putDomainRequest> = { connectionId };
    const call = { method: 'PUT', path: pathOf(orgId, name), body } as const;
    const answer = await this.api.call<Domain | 'unknown' | 'refused'>(call, {
      200: named(name),
      404: unknown,
      409: refused,
    });
    if (answer === 'unknown') throw new DomainUnknown();
    if (answer === 'refused') throw new TooManyDomains();
    return answer;
  }

  override async check(orgId: string, name: string): Promise<DomainCheck> {
    const call = { method: 'POST', path: `${pathOf(orgId, name)}/check` } as const;
    const answer = await this.api.call<DomainCheck | 'unknown' | 'refused'>(call, {
      200: checked(name),
      404: unknown,
      409: refused,
    });
    if (answer === 'unknown') throw new DomainUnknown();
    if (answer === 'refused') throw new DomainTaken();
    return answer;
  }

  override async remove(orgId: string, name: string): Promise<void> {
    await this.api.call({ method: 'DELETE', path: pathOf(orgId, name) }, { 204: nothing });
  }

  override async lapses(): Promise<readonly DomainLapse[]> {
    const call = { method: 'GET', path: '/domain-lapses' } as const;
    const answer = await this.api.call<{ lapses: readonly DomainLapse[] }>(call, {
      200: domainLapseListResponse,
      404: none,
    });
    return answer.lapses;
  }

  override async forgetLapse(id: string): Promise<void> {
    const path = `/domain-lapses/${encodeURIComponent(id)}`;
    await this.api.call({ method: 'DELETE', path }, { 204: nothing });
  }
}

/** A domain with this name: a response about another one must not be accepted. */
function named(name: string): z.ZodType<Domain> {
  return domain.refine((answer) => answer.name === name);
}

function checked(name: string): z.ZodType<DomainCheck> {
  return domainCheckResponse
    .extend({ domain: named(name) })
    .transform((answer): DomainCheck => ({ domain: answer.domain, problem: answer.problem ?? undefined }));
}

/** The caller has checked that the name is a domain in canonical form. */
function pathOf(orgId: string, name: string): string {
  const organization = organizationPath(orgId);
  if (organization === undefined) throw new DomainUnknown();
  return `${organization}/domains/${encodeURIComponent(name)}`;
}
