import { Injectable } from '@nestjs/common';
import { type Application, ApplicationsStore } from '../applications/applications.store';
import { type ThirdPartyApplication } from '../oauth/people-clients';
import { found } from './found';

@Injectable()
export class ApplicationsService {
  constructor(private readonly applications: ApplicationsStore) {}

  list(): Promise<Application[]> {
    return this.applications.list();
  }

  /** @throws a 404. */
  async get(id: string): Promise<Application> {
    return found(await this.applications.find(id));
  }

  /** Creates or replaces the application. */
  put(application: ThirdPartyApplication): Promise<Application> {
    return this.applications.put(application);
  }

  /** Removes an application if it exists. */
  remove(id: string): Promise<void> {
    return this.applications.remove(id);
  }
}
