import { type Organization, OrganizationDirectory } from '../../src';
import { type FaultyWire } from './faulty-wire';

/** Organizations in memory. Every call uses `wire`. */
export class InMemoryOrganizationDirectory extends OrganizationDirectory {
  /** By id. */
  readonly organizations = new Map<string, Organization>();

  constructor(private readonly wire: FaultyWire) {
    super();
  }

  find(orgId: string): Promise<Organization | undefined> {
    return this.wire.call(() => this.organizations.get(orgId));
  }

  create(organization: Organization): Promise<void> {
    return this.wire.call(() => {
      this.organizations.set(organization.id, organization);
    });
  }
}
