import { type CampaignSender } from '@governance/assessments';
import { DomainDirectory, OrganizationDirectory } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { noProvenDomain } from './campaign-problems';

/** Who sends the campaigns of an organization. Rejects with `IdentityProviderUnavailable`. */
@Injectable()
export class CampaignSenders {
  constructor(
    private readonly domains: DomainDirectory,
    private readonly organizations: OrganizationDirectory,
  ) {}

  /** With the domain that was proven first. @throws Problem if the organization has proven none. */
  async of(orgId: string): Promise<CampaignSender> {
    const proven = (await this.domains.ofOrg(orgId)).flatMap(({ name, provenAt }) =>
      provenAt === undefined ? [] : [{ name, provenAt }],
    );
    const [first] = proven.toSorted((one, other) => one.provenAt.getTime() - other.provenAt.getTime());
    if (first === undefined) throw noProvenDomain();
    const organization = await this.organizations.find(orgId);
    return { name: organization?.name ?? orgId, domain: first.name };
  }
}
