import { SerializeAs } from '@governance/http';
import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ManagementRoutes } from './management-routes.decorator';
import { UuidPipe } from './member.pipe';
import { SessionEndListResponse } from './session-end.dto';
import { DescribeListSessionEnds, DescribeRemoveSessionEnd } from './session-ends.openapi';
import { SessionEndsService } from './session-ends.service';

/** Users whose sessions have ended, until the platform has recorded them. */
@ManagementRoutes('session-ends')
export class SessionEndsController {
  constructor(private readonly ends: SessionEndsService) {}

  @Get()
  @SerializeAs(SessionEndListResponse)
  @DescribeListSessionEnds
  async list(): Promise<SessionEndListResponse> {
    return new SessionEndListResponse(await this.ends.list());
  }

  @Delete(':sessionEndId')
  @HttpCode(204)
  @DescribeRemoveSessionEnd
  async remove(@Param('sessionEndId', UuidPipe) id: string): Promise<void> {
    await this.ends.remove(id);
  }
}
