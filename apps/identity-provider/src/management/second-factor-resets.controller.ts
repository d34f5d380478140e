import { contract } from '@governance/identity-provider-client';
import { Delete, HttpCode, Param, Put } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { idPipe } from './checked';
import { ManagementRoutes } from './management-routes.decorator';
import { SecondFactorResetsService } from './second-factor-resets.service';

/** Removals of the second factors of members, which account admins ask for (ADR 60). */
@ManagementRoutes('organizations/:orgId/memberships/:userId/second-factor-reset')
export class SecondFactorResetsController {
  constructor(private readonly resets: SecondFactorResetsService) {}

  @Put()
  @Answer(contract.secondFactorResetResponse)
  async request(
    @Param('orgId', idPipe) orgId: string,
    @Param('userId', idPipe) userId: string,
  ): Promise<{ readonly dueAt: Date }> {
    return { dueAt: await this.resets.request(orgId, userId) };
  }

  @Delete()
  @HttpCode(204)
  async cancel(
    @Param('orgId', idPipe) orgId: string,
    @Param('userId', idPipe) userId: string,
  ): Promise<void> {
    await this.resets.cancel(orgId, userId);
  }
}
