import { contract } from '@governance/identity-provider-client';
import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { type DomainLapse, ProvenDomainsStore } from '../domains/proven-domains.store';
import { type ConfirmedFactor, ConnectionsStore } from '../organizations/connections.store';
import { type AccountEvent, AccountEventsStore } from '../people/account-events.store';
import { type SessionEnd, SessionEndsStore } from '../people/session-ends.store';
import { Answer } from './answer.decorator';
import { uuidPipe } from './checked';
import { ManagementRoutes } from './management-routes.decorator';

/** What happened in all organizations, each until the platform has recorded it. */
@ManagementRoutes('')
export class ReportsController {
  constructor(
    private readonly connections: ConnectionsStore,
    private readonly domains: ProvenDomainsStore,
    private readonly ends: SessionEndsStore,
    private readonly events: AccountEventsStore,
  ) {}

  /** Changes of accounts by their owners, and completed resets of second factors. */
  @Get('account-events')
  @Answer(contract.accountEventListResponse)
  async accountEvents(): Promise<{ readonly accountEvents: readonly AccountEvent[] }> {
    return { accountEvents: await this.events.list(100) };
  }

  @Delete('account-events/:accountEventId')
  @HttpCode(204)
  async forgetAccountEvent(@Param('accountEventId', uuidPipe) id: string): Promise<void> {
    await this.events.remove(id);
  }

  /** Second factors that an upgrade has counted as confirmed. */
  @Get('confirmed-factors')
  @Answer(contract.confirmedFactorListResponse)
  async confirmedFactors(): Promise<{ readonly confirmedFactors: readonly ConfirmedFactor[] }> {
    return { confirmedFactors: await this.connections.confirmedFactors() };
  }

  @Delete('confirmed-factors/:confirmedFactorId')
  @HttpCode(204)
  async forgetConfirmedFactor(@Param('confirmedFactorId', uuidPipe) id: string): Promise<void> {
    await this.connections.forgetConfirmedFactor(id);
  }

  /** Proofs of domains that have ended. */
  @Get('domain-lapses')
  @Answer(contract.domainLapseListResponse)
  async domainLapses(): Promise<{ readonly lapses: readonly DomainLapse[] }> {
    return { lapses: await this.domains.lapses(100) };
  }

  @Delete('domain-lapses/:lapseId')
  @HttpCode(204)
  async forgetDomainLapse(@Param('lapseId', uuidPipe) id: string): Promise<void> {
    await this.domains.removeLapse(id);
  }

  /** Users whose sessions have ended, by a new password or second factor: the platform refuses their tokens. */
  @Get('session-ends')
  @Answer(contract.sessionEndListResponse)
  async sessionEnds(): Promise<{ readonly sessionEnds: readonly SessionEnd[] }> {
    return { sessionEnds: await this.ends.list(100) };
  }

  @Delete('session-ends/:sessionEndId')
  @HttpCode(204)
  async forgetSessionEnd(@Param('sessionEndId', uuidPipe) id: string): Promise<void> {
    await this.ends.remove(id);
  }
}
