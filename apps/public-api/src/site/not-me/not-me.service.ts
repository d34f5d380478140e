import { Clock, Problem } from '@governance/kernel';
import { BlockedAddresses } from '@governance/deliveries';
import { Injectable } from '@nestjs/common';

/** Ends all messages to the address that a message went to. */
@Injectable()
export class NotMeService {
  constructor(
    private readonly blocked: BlockedAddresses,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` when no message of ours has this link. */
  check(token: string): void {
    if (!this.blocked.knows(token)) throw noSuchLink();
  }

  /** @throws Problem `not_found` */
  async block(token: string): Promise<void> {
    if (!(await this.blocked.block(token, this.clock.now()))) throw noSuchLink();
  }
}

function noSuchLink(): Problem {
  return new Problem('not_found', 'there is no such link');
}
