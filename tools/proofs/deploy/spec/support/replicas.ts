import { type ProgramEnd, type Replica } from '@governance/testing';
import { type System } from '../../../../../apps/platform-api/e2e/machines/system';
import { type ServiceProxy } from './service-proxy';

export interface ReplicasOptions {
  readonly system: System;
  /** Such as `public-api/worker`. */
  readonly program: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The proxy that sends them requests; a worker has none. */
  readonly proxy?: ServiceProxy;
}

/** The processes of one program, as a Kubernetes Deployment keeps them. */
export class Replicas {
  private readonly running: Replica[] = [];

  constructor(private readonly options: ReplicasOptions) {}

  /** Starts another one, which gets requests once its probe reports ready. */
  async add(): Promise<void> {
    const { system, program, settings, proxy } = this.options;
    const replica = await system.serve(program, settings);
    await replica.ready();
    proxy?.add(replica.origin);
    this.running.push(replica);
  }

  /**
   * Replaces all, one by one, as a rolling update does. SIGTERM comes as early as possible: when the proxy has just stopped
   * sending requests, while the last ones are still in transit.
   */
  async replaceAll(): Promise<ProgramEnd[]> {
    const ends: ProgramEnd[] = [];
    for (const { program, origin } of [...this.running]) {
      await this.add();
      await this.options.proxy?.busy(origin);
      this.forget(origin);
      program.signal('SIGTERM');
      ends.push(await program.ended);
    }
    return ends;
  }

  /** Ends the oldest during a request; the proxy does not learn of it before `noticed`. */
  async endUnannounced(signal: NodeJS.Signals, noticed: () => Promise<void>): Promise<ProgramEnd> {
    const [oldest] = this.running;
    if (!oldest) throw new Error('No replica is left.');
    await this.options.proxy?.busy(oldest.origin);
    oldest.program.signal(signal);
    const end = await oldest.program.ended;
    await noticed();
    this.forget(oldest.origin);
    return end;
  }

  private forget(origin: string): void {
    this.options.proxy?.forget(origin);
    this.running.splice(
      this.running.findIndex((replica) => replica.origin === origin),
      1,
    );
  }
}
