import { SerializeAs } from '@governance/http';
import { Body, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApplicationListResponse, ApplicationResponse, PutApplicationRequest } from './application.dto';
import { ApplicationsService } from './applications.service';
import { ManagementRoutes } from './management-routes.decorator';
import { ApplicationIdPipe } from './member.pipe';
import {
  DescribeGetApplication,
  DescribeListApplications,
  DescribePutApplication,
  DescribeRemoveApplication,
} from './applications.openapi';

/** Third-party applications. Their ids cannot equal those of our own applications or of machines. */
@ManagementRoutes('applications')
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @Get()
  @SerializeAs(ApplicationListResponse)
  @DescribeListApplications
  async list(): Promise<ApplicationListResponse> {
    return new ApplicationListResponse(await this.applications.list());
  }

  @Get(':applicationId')
  @SerializeAs(ApplicationResponse)
  @DescribeGetApplication
  async get(@Param('applicationId', ApplicationIdPipe) id: string): Promise<ApplicationResponse> {
    return new ApplicationResponse(await this.applications.get(id));
  }

  @Put(':applicationId')
  @SerializeAs(ApplicationResponse)
  @DescribePutApplication
  async put(
    @Param('applicationId', ApplicationIdPipe) id: string,
    @Body() { name, redirectUris, scope }: PutApplicationRequest,
  ): Promise<ApplicationResponse> {
    return new ApplicationResponse(await this.applications.put({ id, name, redirectUris, scope }));
  }

  @Delete(':applicationId')
  @HttpCode(204)
  @DescribeRemoveApplication
  async remove(@Param('applicationId', ApplicationIdPipe) id: string): Promise<void> {
    await this.applications.remove(id);
  }
}
