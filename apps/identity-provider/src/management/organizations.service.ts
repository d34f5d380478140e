import { Injectable } from '@nestjs/common';
import { found } from './found';
import { type Organization, type OrganizationChange, OrganizationsStore } from './organizations.store';

@Injectable()
export class OrganizationsService {
  constructor(private readonly organizations: OrganizationsStore) {}

  list(): Promise<Organization[]> {
    return this.organizations.list();
  }

  /** @throws a 404. */
  async get(id: string): Promise<Organization> {
    return found(await this.organizations.find(id));
  }

  /** Creates or replaces the organization. */
  put(id: string, organization: Required<OrganizationChange>): Promise<Organization> {
    return this.organizations.put(id, organization);
  }

  /** @throws a 404. */
  async change(id: string, change: OrganizationChange): Promise<Organization> {
    return found(await this.organizations.change(id, change));
  }
}
