import { callHttp, freePort, type Replica, temporaryFolder, until } from '@governance/testing';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type ReplicatedProduct } from '../../system/replicated-product';
import { fasterRules } from './faster-rules';

const observability = join(process.cwd(), 'docker/observability');
const rulesOfDeployment = readFileSync(join(observability, 'rules.yaml'), 'utf8');

/** In the order of the rules. */
export const alertNames: readonly string[] = (
  parse(rulesOfDeployment) as { groups: { rules: { alert?: string }[] }[] }
).groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));

/** Debian's packages `prometheus` and `prometheus-node-exporter`. */
const programs = { server: 'prometheus', exporter: 'prometheus-node-exporter', tool: 'promtool' } as const;

interface ActiveAlert {
  readonly state: 'pending' | 'firing';
  readonly labels: Readonly<Record<string, string>>;
}

/** Checks the rules and runs their unit tests. @throws what `promtool` says. */
export function checkRules(): void {
  for (const args of [
    ['check', 'rules', 'rules.yaml'],
    ['test', 'rules', 'objectives.test.yaml', 'causes.test.yaml'],
  ])
    execFileSync(programs.tool, args, { cwd: observability, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** What watches, for the record of a run. */
export function versionOfPrometheus(): string {
  const [line = ''] = execFileSync(programs.server, ['--version'], { encoding: 'utf8' }).split('\n');
  return /version ([\d.]+)/.exec(line)?.[1] ?? line;
}

/** The `container` of a program in a deployment. */
function containerOf(program: string): string {
  return program.replace('/main', '').replace('-api/worker', '-worker');
}

/** A real Prometheus with the rules of the deployment, and the exporter that it gets the disk from. */
export class Prometheus {
  private constructor(
    private readonly folder: string,
    private readonly origin: string,
    private readonly children: readonly ChildProcess[],
  ) {}

  /** Scrapes every process that runs now, and a further public service, also after it was started again on its port. */
  static async watch(product: ReplicatedProduct, further: Replica, factor: number): Promise<Prometheus> {
    const folder = temporaryFolder('prometheus');
    const [port, exporter] = [await freePort(), await freePort()];
    const address = (of: Replica): string => new URL(of.probes).host;
    const programsOf = [...product.replicas, ['public-api/main', [further]] as const].map(
      ([program, replicas]) => ({
        targets: replicas.map(address),
        labels: { container: containerOf(program) },
      }),
    );
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['rules.yaml'],
      scrape_configs: [
        { job_name: 'governance', static_configs: programsOf },
        { job_name: 'database-disk', static_configs: [{ targets: [`127.0.0.1:${exporter}`] }] },
      ],
    };
    writeFileSync(join(folder, 'rules.yaml'), fasterRules(rulesOfDeployment, factor));
    writeFileSync(join(folder, 'prometheus.yaml'), stringify(config));
    const children = [
      start(programs.server, [
        `--config.file=${join(folder, 'prometheus.yaml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ]),
      start(programs.exporter, [
        `--web.listen-address=127.0.0.1:${exporter}`,
        '--collector.disable-defaults',
        '--collector.filesystem',
        '--log.level=error',
      ]),
    ];
    const prometheus = new Prometheus(folder, `http://127.0.0.1:${port}`, children);
    await until(() => prometheus.firing().then(Boolean, () => false));
    return prometheus;
  }

  /** The alerts that fire, each with what it is about: `ProgramDown public-api`. */
  async firing(): Promise<ReadonlySet<string>> {
    const { status, body } = await callHttp(`${this.origin}/api/v1/alerts`);
    if (status !== 200) throw new Error(`Prometheus answered ${status}`);
    const { data } = body as { readonly data: { readonly alerts: readonly ActiveAlert[] } };
    const firing = data.alerts.filter(({ state }) => state === 'firing');
    return new Set(firing.map(({ labels }) => nameOf(labels)));
  }

  async stop(): Promise<void> {
    for (const child of this.children) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true });
  }
}

function nameOf({ alertname = '', slo, container, queue }: Readonly<Record<string, string>>): string {
  return [alertname, slo ?? container ?? queue].filter((part) => part !== undefined).join(' ');
}

function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
