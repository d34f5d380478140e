import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { median, noise, pairedRatios, type Spread, spreadOf } from '../measure/spread';
import { figureOf, formatted, rounded, tableOf } from './format';

/** What is measured of each program, in the order of the columns. */
const columns = {
  cpu: { title: 'CPU of a request', unit: 'ms' },
  p50: { title: 'p50', unit: 'ms' },
  p99: { title: 'p99', unit: 'ms' },
  idle: { title: 'Idle memory', unit: 'MiB' },
  loaded: { title: 'Loaded memory', unit: 'MiB' },
  ready: { title: 'Start to ready', unit: 's' },
  size: { title: 'Installed size', unit: 'MB' },
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
/** Why a peer is ahead: a sentence for each. */
const sentences = 'tools/bench/src/report/peers-ahead.md';
const names = Object.keys(columns) as (keyof typeof columns)[];

/** Undefined before the first whole run. */
export function committedPeers(): PeersRun | undefined {
  return existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as PeersRun) : undefined;
}

export async function writePeers(run: PeersRun): Promise<void> {
  writeFileSync(data, await formatted(data, JSON.stringify(run)));
}

/** The product's figures divided by those of a peer: within a slice where both have one. */
function ratiosOf(product: readonly number[] = [], peer: readonly number[]): readonly number[] {
  return product.length === peer.length ? pairedRatios(product, peer) : [median(product) / median(peer)];
}

/** A line for each peer, with the ratios of some figures. */
export function ratioTable(
  tasks: readonly TaskReport[],
  { figures: shown = names, text = figureOf }: Partial<RatioTable> = {},
): string {
  const lines = tasks.flatMap(({ work, programs: [product, ...peers] }) =>
    peers.map(({ title, figures }) => [
      work,
      title,
      ...shown.map((name) => text(spreadOf(ratiosOf(product?.figures[name], figures[name])))),
    ]),
  );
  return tableOf(['Work', 'Product / peer', ...shown.map((name) => columns[name].title)], lines);
}

interface RatioTable {
  readonly figures: readonly (keyof typeof columns)[];
  readonly text: (ratio: Spread) => string;
}

/** The figures in which a peer is better than the product by more than a program differs from itself. */
function aheadIn(product: ProgramReport, peer: ProgramReport): readonly string[] {
  const isAhead = (name: keyof typeof columns): boolean =>
    spreadOf(ratiosOf(product.figures[name], peer.figures[name])).p10 > noise.most;
  return names
    .filter(isAhead)
    .map((name) => columns[name].title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
}

/**
 * A line for each peer that is ahead in a figure, with the sentence that explains it.
 * @throws if it has none.
 */
export function aheadLines(tasks: readonly TaskReport[], text = readFileSync(sentences, 'utf8')): string {
  const known = new Map(
    text.split(/^- /m).map((line) => {
      const [title = '', ...sentence] = line.split(': ');
      return [title, sentence.join(': ').trim()] as const;
    }),
  );
  const lines = tasks.flatMap(({ programs: [product, ...peers] }) =>
    peers.flatMap((peer) => {
      const ahead = product ? aheadIn(product, peer) : [];
      if (ahead.length === 0) return [];
      const sentence = known.get(peer.title);
      if (!sentence)
        throw new Error(`${sentences} does not say why ${peer.title} is ahead in ${ahead.join(', ')}`);
      return [`- **${peer.title}** is ahead in ${ahead.join(', ')}. ${sentence}`];
    }),
  );
  return lines.join('\n');
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
export function peersSection({ date, seconds, tasks }: PeersRun, picture: string): string {
  const missing = tasks.flatMap((task) =>
    task.missing.map(({ title, reason }) => `- ${title} is missing: ${reason}`),
  );
  const figures = ['cpu', 'p99', 'loaded', 'ready', 'size'] as const;
  return [
    '## Beside other products',
    `Measured on ${date} in ${Math.round(seconds / 60)} minutes: medians of the product divided by those of each peer. Below 1, the product needs less.`,
    picture,
    ratioTable(tasks, { figures, text: (ratio) => rounded(ratio.median) }),
    aheadLines(tasks),
    missing.join('\n'),
  ].join('\n\n');
}

/** The part of the page of figures about peers. */
export function peersFigures({ tasks }: PeersRun): string {
  const settings = tasks.flatMap(({ programs }) =>
    programs.map((program) => `- ${program.title}: ${program.settings}`),
  );
  const controls = tasks.map(({ work, control }) => `- ${work}: control run ${figureOf(spreadOf(control))}`);
  return [
    '## Beside other products',
    ratioTable(tasks),
    controls.join('\n'),
    figureTable(tasks),
    '### Settings',
    settings.join('\n'),
    '### Method of the comparison',
    readFileSync(method, 'utf8'),
  ].join('\n\n');
}
