import { Readiness } from '@governance/runtime';
import { PuppeteerCertificateRenderer } from '@governance/certificates';
import { DatabaseProbe } from '@governance/postgres';
import { Injectable } from '@nestjs/common';

/** A worker is ready when the database answers and its browser renders. */
@Injectable()
export class WorkerReadiness extends Readiness {
  constructor(
    private readonly database: DatabaseProbe,
    private readonly renderer: PuppeteerCertificateRenderer,
  ) {
    super();
  }

  async check(): Promise<void> {
    await Promise.all([this.database.check(), this.renderer.ready()]);
  }
}
