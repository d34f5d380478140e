import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { median, pairedRatios, spreadOf } from '../measure/spread';
import { figureOf, formatted, tableOf } from './format';

/** What is measured of each program, in the order of the columns. */
const columns = {
  cpu: { title: 'CPU of a request', unit: 'ms' },
  p50: { title: 'p50', unit: 'ms' },
  p99: { title: 'p99', unit: 'ms' },
  idle: { title: 'Memory, idle', unit: 'MiB' },
  loaded: { title: 'Memory, loaded', unit: 'MiB' },
  ready: { title: 'Start to ready', unit: 's' },
  size: { title: 'Installed', unit: 'MB' },
} as const;

/** The raw figures: one of each slice or start. */
export type PeerFigures = Readonly<Record<keyof typeof columns, readonly number[]>>;

export interface ProgramReport {
  readonly title: string;
  readonly settings: string;
  readonly figures: PeerFigures;
}

export interface TaskReport {
  readonly name: string;
  readonly work: string;
  /** Requests per second. */
  readonly rate: number;
  /** Ratios of the product to itself. */
  readonly control: readonly number[];
  /** The product first. */
  readonly programs: readonly ProgramReport[];
  readonly missing: readonly { readonly title: string; readonly reason: string }[];
}

export interface PeersRun {
  readonly date: string;
  readonly seconds: number;
  readonly tasks: readonly TaskReport[];
}

const data = 'docs/performance-peers.json';
const method = 'tools/bench/src/report/peers.md';
const names = Object.keys(columns) as (keyof typeof columns)[];

/** Undefined before the first whole run. */
export function committedPeers(): PeersRun | undefined {
  return existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as PeersRun) : undefined;
}

export async function writePeers(run: PeersRun): Promise<void> {
  writeFileSync(data, await formatted(data, JSON.stringify(run)));
}

/** The product's figures divided by those of each peer: within a slice where both have one. */
export function ratioTable(tasks: readonly TaskReport[]): string {
  const lines = tasks.flatMap(({ work, programs: [product, ...peers] }) =>
    peers.map(({ title, figures }) => [
      work,
      title,
      ...names.map((name) => ratioOf(product?.figures[name], figures[name])),
    ]),
  );
  return tableOf(['Work', 'Product / peer', ...names.map((name) => columns[name].title)], lines);
}

function ratioOf(product: readonly number[] = [], peer: readonly number[]): string {
  const isPaired = product.length === peer.length;
  return figureOf(spreadOf(isPaired ? pairedRatios(product, peer) : [median(product) / median(peer)]));
}

function figureTable(tasks: readonly TaskReport[]): string {
  const lines = tasks.flatMap(({ work, rate, programs }) =>
    programs.map(({ title, figures }) => [
      `${work}, ${rate} a second`,
      title,
      ...names.map((name) => figureOf({ ...spreadOf(figures[name]), unit: columns[name].unit })),
    ]),
  );
  return tableOf(['Work', 'Program', ...names.map((name) => columns[name].title)], lines);
}

/** The part of the page about peers. */
export function peersSection({ date, seconds, tasks }: PeersRun): string {
  const settings = tasks.flatMap(({ programs }) =>
    programs.map((program) => `- ${program.title}: ${program.settings}`),
  );
  const controls = tasks.map(({ work, control }) => `- ${work}: control run ${figureOf(spreadOf(control))}`);
  const missing = tasks.flatMap((task) =>
    task.missing.map(({ title, reason }) => `- ${title} is missing: ${reason}`),
  );
  return [
    '## Beside other products',
    `Measured on ${date} in ${Math.round(seconds / 60)} minutes. Below 1, the product needs less than the peer.`,
    ratioTable(tasks),
    [...controls, ...missing].join('\n'),
    '### Figures',
    figureTable(tasks),
    '### Settings',
    settings.join('\n'),
    readFileSync(method, 'utf8'),
  ].join('\n\n');
}
