import { type Connection, ConnectionDirectory } from '../../src';
import { type FaultyWire } from './faulty-wire';

/** The connections of organizations, in memory. */
export class InMemoryConnectionDirectory extends ConnectionDirectory {
  /** By organization. */
  readonly connections = new Map<string, readonly Connection[]>();

  constructor(private readonly wire: FaultyWire) {
    super();
  }

  ofOrg(orgId: string): Promise<readonly Connection[]> {
    return this.wire.call(() => this.connections.get(orgId) ?? []);
  }
}
