import { contract } from '@governance/identity-provider-client';
import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { uuidPipe } from './checked';
import { type ConfirmedFactor, ConnectionsStore } from '../organizations/connections.store';
import { ManagementRoutes } from './management-routes.decorator';

/** Second factors that an upgrade has counted as confirmed, until the platform has recorded them. */
@ManagementRoutes('confirmed-factors')
export class ConfirmedFactorsController {
  constructor(private readonly connections: ConnectionsStore) {}

  @Get()
  @Answer(contract.confirmedFactorListResponse)
  async list(): Promise<{ readonly confirmedFactors: readonly ConfirmedFactor[] }> {
    return { confirmedFactors: await this.connections.confirmedFactors() };
  }

  @Delete(':confirmedFactorId')
  @HttpCode(204)
  async remove(@Param('confirmedFactorId', uuidPipe) id: string): Promise<void> {
    await this.connections.forgetConfirmedFactor(id);
  }
}
