import { Public } from '@governance/auth-guards';
import { Controller, Get } from '@nestjs/common';
import { HealthBody } from './health-body.port';
import { DescribeHealth, DescribeLive, DescribeReady, notReady } from './health.openapi';
import { Readiness } from '@governance/runtime';

/** Probes for the orchestrator. They need no token and reveal nothing but their status. */
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly body: HealthBody,
    private readonly readiness: Readiness,
  ) {}

  /** spec 4: answered from memory, independently of the database. */
  @Get()
  @DescribeHealth
  health(): HealthBody {
    return this.body;
  }

  @Get('live')
  @DescribeLive
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  @DescribeReady
  async ready(): Promise<{ status: string }> {
    try {
      await this.readiness.check();
    } catch (cause) {
      throw notReady({ cause });
    }
    return { status: 'ok' };
  }
}
