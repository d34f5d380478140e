import { Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { type Application, ApplicationsStore } from '../applications/applications.store';
import { Answer } from './answer.decorator';
import { applicationListResponse, applicationResponse, putApplicationRequest } from './applications.contract';
import { applicationIdPipe, type Checked, CheckedBody } from './checked';
import { found } from './found';
import { ManagementRoutes } from './management-routes.decorator';

/** Third-party applications. Their ids cannot equal those of our own applications or of machines. */
@ManagementRoutes('applications')
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsStore) {}

  @Get()
  @Answer(applicationListResponse)
  async list(): Promise<{ readonly applications: readonly Application[] }> {
    return { applications: await this.applications.list() };
  }

  @Get(':applicationId')
  @Answer(applicationResponse)
  async get(@Param('applicationId', applicationIdPipe) id: string): Promise<Application> {
    return found(await this.applications.find(id));
  }

  /** Creates or replaces the application. */
  @Put(':applicationId')
  @Answer(applicationResponse)
  put(
    @Param('applicationId', applicationIdPipe) id: string,
    @CheckedBody(putApplicationRequest) application: Checked<typeof putApplicationRequest>,
  ): Promise<Application> {
    return this.applications.put({ id, ...application });
  }

  /** Users can no longer sign in to it, and its refresh tokens are no longer valid. */
  @Delete(':applicationId')
  @HttpCode(204)
  async remove(@Param('applicationId', applicationIdPipe) id: string): Promise<void> {
    await this.applications.remove(id);
  }
}
