import { DeclaredNames } from '@governance/assessments';
import { Job } from '@governance/deliveries';
import { Injectable, Logger } from '@nestjs/common';

/**
 * Makes clients findable by the names that results declare: those that the migration has made, and those whose name is another
 * one since a result was detached, erased or anonymised.
 */
@Injectable()
export class DeclaredNamesJob extends Job {
  override readonly queue = 'platform/declared-names';
  override readonly everyMs = 60_000;
  override readonly leaseMs = 15 * 60_000;
  private readonly logger = new Logger('DeclaredNamesJob');

  constructor(private readonly names: DeclaredNames) {
    super();
  }

  async run(): Promise<void> {
    const clients = await this.names.index();
    if (clients > 0) this.logger.log({ msg: 'words of clients stored', clients });
  }
}
