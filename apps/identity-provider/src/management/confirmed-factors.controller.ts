import { SerializeAs } from '@governance/http';
import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ConfirmedFactorListResponse } from './confirmed-factor.dto';
import { DescribeListConfirmedFactors, DescribeRemoveConfirmedFactor } from './confirmed-factors.openapi';
import { ConfirmedFactorsService } from './confirmed-factors.service';
import { ManagementRoutes } from './management-routes.decorator';
import { UuidPipe } from './member.pipe';

/** Second factors that an upgrade has counted as confirmed, until the platform has recorded them. */
@ManagementRoutes('confirmed-factors')
export class ConfirmedFactorsController {
  constructor(private readonly factors: ConfirmedFactorsService) {}

  @Get()
  @SerializeAs(ConfirmedFactorListResponse)
  @DescribeListConfirmedFactors
  async list(): Promise<ConfirmedFactorListResponse> {
    return new ConfirmedFactorListResponse(await this.factors.list());
  }

  @Delete(':confirmedFactorId')
  @HttpCode(204)
  @DescribeRemoveConfirmedFactor
  async remove(@Param('confirmedFactorId', UuidPipe) id: string): Promise<void> {
    await this.factors.remove(id);
  }
}
