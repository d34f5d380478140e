import { Injectable } from '@nestjs/common';
import { type ConfirmedFactor, ConnectionsStore } from './connections.store';

/** Second factors that an upgrade has counted as confirmed, until the platform has recorded them. */
@Injectable()
export class ConfirmedFactorsService {
  constructor(private readonly connections: ConnectionsStore) {}

  /** At most 100. */
  list(): Promise<ConfirmedFactor[]> {
    return this.connections.confirmedFactors();
  }

  remove(id: string): Promise<void> {
    return this.connections.forgetConfirmedFactor(id);
  }
}
