import { until } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { networkArguments, runArguments, servicesOf } from '../../compose.mjs';
import { podman as runPodman } from '../../podman.mjs';

export { podmanEnvironment, stopContainer } from '../../podman.mjs';

export const workspace = join(__dirname, '../../../../..');
const file = join(workspace, 'docker/compose.yaml');

export interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export function podman(...args: readonly string[]): Promise<string> {
  return runPodman(args);
}

/** The services of docker/compose.yaml in containers. */
export class ComposeServices {
  private constructor(private readonly services: ReadonlyMap<string, Service>) {}

  /** Starts all in their order, and resolves when all are healthy. @throws with the log of one that ends. */
  static async start(variables: Readonly<Record<string, string>>): Promise<ComposeServices> {
    const text = readFileSync(file, 'utf8');
    const { name: project } = parse(text) as { readonly name: string };
    const started = new ComposeServices(servicesOf(text, variables));
    for (const args of networkArguments(text)) await podman(...args);
    for (const [name, service] of started.services) {
      await started.awaitDependencies(service);
      await podman(...runArguments(service, { project, name, file }));
    }
    for (const name of started.lasting()) await started.healthy(name);
    return started;
  }

  /** Those that run until they are stopped. */
  lasting(): readonly string[] {
    return [...this.services.keys()].filter((name) => !this.commands().has(name));
  }

  isReadOnly(name: string): boolean {
    return this.services.get(name)?.read_only === true;
  }

  private commands(): ReadonlySet<string> {
    const conditions = [...this.services.values()].flatMap((service) =>
      Object.entries(service.depends_on ?? {}),
    );
    return new Set(
      conditions
        .filter(([, { condition }]) => condition === 'service_completed_successfully')
        .map(([name]) => name),
    );
  }

  private async awaitDependencies(service: Service): Promise<void> {
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      if (condition === 'service_healthy') await this.healthy(name);
      else await succeeded(name);
    }
  }

  private async healthy(name: string): Promise<void> {
    const [kind, ...check] = await this.checkOf(name);
    if (kind === undefined) return;
    await until(async () => {
      if ((await stateOf(name)).status !== 'running') throw await failure(name);
      return podman('exec', name, ...check).then(
        () => true,
        () => false,
      );
    });
  }

  /** As Docker does: that of the file, else that of the image. */
  private async checkOf(name: string): Promise<readonly string[]> {
    const { image = '', healthcheck } = this.services.get(name) ?? {};
    if (healthcheck?.test) return healthcheck.test;
    const text = await podman('image', 'inspect', '--format={{json .HealthCheck}}', image);
    return (JSON.parse(text) as { readonly Test?: readonly string[] } | null)?.Test ?? [];
  }
}

/** `podman wait` takes 20 seconds longer without systemd. */
async function succeeded(name: string): Promise<void> {
  const ended = await until(async () => {
    const state = await stateOf(name);
    // `stopped` becomes `exited` when podman has tidied up.
    return ['stopped', 'exited'].includes(state.status) && state;
  });
  if (ended.code !== 0) throw await failure(name);
}

async function stateOf(name: string): Promise<{ readonly status: string; readonly code: number }> {
  const printed = await podman('inspect', '--format={{.State.Status}} {{.State.ExitCode}}', name);
  const [status = '', code] = printed.trim().split(' ');
  return { status, code: Number(code) };
}

async function failure(name: string): Promise<Error> {
  return new Error(`${name} ended:\n${(await podman('logs', '--tail=30', name)).trim()}`);
}
