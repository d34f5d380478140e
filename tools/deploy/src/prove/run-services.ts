import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ComposeFile, type ComposeService } from '../compose-file';
import { programOf } from '../compose-program';
import { ancestryOf, lastOf, type Stage } from '../dockerfile-stages';
import { portsOf, probePaths } from '../program-catalogue';
import { firstProcessOf, startInRoom } from './clean-room';
import { inOrder, roomOf } from './proving-ground';

export interface ServicesOptions {
  readonly stages: readonly Stage[];
  readonly compose: ComposeFile;
  readonly variables: Readonly<Record<string, string>>;
  readonly root: string;
  readonly built: string;
  /** For volumes, and for what the programs say. */
  readonly folder: string;
}

const triesOfHealth = 300;
const stopWithinMs = 10_000;

/** The services of compose.yaml that are ours, each in a room like its container. */
export class Services {
  private readonly running = new Map<string, ChildProcess>();

  constructor(private readonly options: ServicesOptions) {
    const { root, compose } = options;
    // What Compose's own name server does.
    const hosts = ['localhost', ...Object.keys(compose.services)].map((name) => `127.0.0.1 ${name}`);
    writeFileSync(join(root, 'etc/hosts'), `${hosts.join('\n')}\n`);
  }

  /** Commands run to their end; programs have to live and then to be ready. */
  async start(): Promise<void> {
    const { services } = this.options.compose;
    for (const name of inOrder(services)) {
      const service = services[name];
      if (!service) continue;
      if (programOf(service)?.kind === 'command') {
        await this.finish(name, service);
        // Everything is started again when the machine is: nothing may be lost by it.
        await this.finish(name, service);
      } else {
        this.running.set(name, this.enter(name, service));
        await this.healthy(name, service);
      }
    }
    this.assertKeysArePrivate();
  }

  /** Ends each as an engine does, by a signal to the first process. @throws when one does not end in order, or too late. */
  async stop(): Promise<void> {
    for (const [name, room] of [...this.running].toReversed()) {
      const ended = once(room, 'exit');
      const since = performance.now();
      process.kill(firstProcessOf(room), 'SIGTERM');
      const [code] = (await ended) as [number | null];
      const tookMs = Math.round(performance.now() - since);
      say(`${name}: ended with ${String(code)} after ${tookMs} ms`);
      if (code !== 0 || tookMs > stopWithinMs) throw new Error(`${name} did not end in order`);
    }
  }

  private async finish(name: string, service: ComposeService): Promise<void> {
    const [code] = (await once(this.enter(name, service), 'close')) as [number | null];
    say(`${name}: ended with ${String(code)}`);
    if (code !== 0) throw new Error(`${name} failed: see ${this.logOf(name)}`);
  }

  private enter(name: string, service: ComposeService): ChildProcess {
    const room = startInRoom(roomOf(service, { ...this.options, volume: (volume) => this.volume(volume) }));
    for (const stream of [room.stdout, room.stderr])
      stream?.on('data', (chunk: Buffer) => {
        appendFileSync(this.logOf(name), chunk);
      });
    return room;
  }

  /** By the check of the image, and then by that for readiness. */
  private async healthy(name: string, service: ComposeService): Promise<void> {
    const program = programOf(service);
    const check =
      lastOf(ancestryOf(this.options.stages, service.build?.target ?? ''), 'HEALTHCHECK')?.exec ?? [];
    if (!program) return;
    const since = performance.now();
    const ready = ['node', '/healthcheck.mjs', String(portsOf(program).management), probePaths.ready];
    for (const each of [check, ready]) await this.answers(name, each);
    say(`${name}: lives and is ready after ${Math.round(performance.now() - since)} ms`);
  }

  private async answers(name: string, [, script = '', ...args]: readonly string[]): Promise<void> {
    for (let left = triesOfHealth; left > 0; left -= 1) {
      try {
        execFileSync(process.execPath, [join(this.options.root, script), ...args]);
        return;
      } catch {
        await delay(100);
      }
    }
    throw new Error(`${name} is not healthy: see ${this.logOf(name)}`);
  }

  /** As Docker makes it: empty, with owner and mode of the folder in the image. */
  private volume(name: string): string {
    const folder = join(this.options.folder, 'volumes', name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chownSync(folder, 1000, 1000);
    return folder;
  }

  private assertKeysArePrivate(): void {
    for (const name of Object.keys(this.options.compose.volumes)) {
      for (const file of readdirSync(this.volume(name))) {
        const { mode, uid } = statSync(join(this.volume(name), file));
        say(`${name}/${file}: ${(mode & 0o777).toString(8)}, user ${uid}`);
        if ((mode & 0o777) !== 0o600) throw new Error(`others can read ${file}`);
      }
    }
  }

  private logOf(name: string): string {
    return join(this.options.folder, `${name}.log`);
  }
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
