import { contract } from '@governance/identity-provider-client';
import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { type SessionEnd, SessionEndsStore } from '../people/session-ends.store';
import { Answer } from './answer.decorator';
import { uuidPipe } from './checked';
import { ManagementRoutes } from './management-routes.decorator';

/** Users whose sessions have ended, by a new password or second factor, until the platform refuses their tokens. */
@ManagementRoutes('session-ends')
export class SessionEndsController {
  constructor(private readonly ends: SessionEndsStore) {}

  @Get()
  @Answer(contract.sessionEndListResponse)
  async list(): Promise<{ readonly sessionEnds: readonly SessionEnd[] }> {
    return { sessionEnds: await this.ends.list(100) };
  }

  @Delete(':sessionEndId')
  @HttpCode(204)
  async remove(@Param('sessionEndId', uuidPipe) id: string): Promise<void> {
    await this.ends.remove(id);
  }
}
