import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { kneeOf, type Probe } from '../growth/find-knee';
import { formatted, rounded, tableOf } from './format';

/** Connections that each wait for their response. Latencies in milliseconds. */
export interface LoopReport {
  readonly connections: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
}

export interface SizeReport {
  readonly rows: number;
  readonly loops: readonly LoopReport[];
  /** The constant rates that were tried, to find the knee. */
  readonly tried: readonly Probe[];
}

/** Requests per second, latencies in milliseconds. */
export interface OverloadReport {
  readonly sent: number;
  readonly served: number;
  readonly p99: number;
  readonly refusedP99: number;
  /** After the overload, until the last request that was refused or slow. */
  readonly recoveredSeconds: number;
}

export interface GrowthRow {
  readonly name: string;
  readonly work: string;
  readonly sizes: readonly SizeReport[];
  /** With the largest size. */
  readonly overload: OverloadReport;
}

export interface FillReport {
  readonly table: string;
  readonly rows: number;
  readonly seconds: number;
  /** Of the whole database. */
  readonly megabytes: number;
}

export interface GrowthRun {
  readonly date: string;
  readonly seconds: number;
  /** In milliseconds. */
  readonly p99Bound: number;
  readonly fills: readonly FillReport[];
  readonly rows: readonly GrowthRow[];
}

const data = 'docs/performance-growth.json';
const method = 'tools/bench/src/report/growth.md';

/** Undefined before the first whole run. */
export function committedGrowth(): GrowthRun | undefined {
  return existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as GrowthRun) : undefined;
}

export async function writeGrowth(run: GrowthRun): Promise<void> {
  writeFileSync(data, await formatted(data, JSON.stringify(run)));
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
const ms = (value: number): string => `${rounded(value)} ms`;

/** A line for each work: its knee at the smallest, a middle and the largest size, and the overload. */
export function growthTable(rows: readonly GrowthRow[]): string {
  const lines = rows.map(({ work, sizes, overload }) => [
    work,
    sizes.map((size) => `${count(size.rows)}: ${kneeText(size)}`).join('<br>'),
    `${count(overload.served)} of ${count(overload.sent)}`,
    ms(overload.p99),
    ms(overload.refusedP99),
    `${rounded(overload.recoveredSeconds)} s`,
  ]);
  const heads = ['Work', 'Rows: knee, requests a second', 'Overload: served of sent, a second'];
  return tableOf([...heads, 'p99 of the served', 'p99 of the refused', 'Recovered after'], lines);
}

function kneeText({ tried }: SizeReport): string {
  const knee = kneeOf(tried);
  return knee ? count(knee.perSecond) : 'none';
}

/** A line for each size, with what each number of connections was served. */
function loopTable(rows: readonly GrowthRow[]): string {
  const counts = [...new Set(rows.flatMap(loopsOf).map(({ connections }) => connections))];
  const lines = rows.flatMap(({ work, sizes }) =>
    sizes.map(({ rows: size, loops }) => [
      work,
      count(size),
      ...counts.map((each) => loopText(loops.find(({ connections }) => connections === each))),
    ]),
  );
  return tableOf(['Work', 'Rows', ...counts.map((each) => `${each} connections: a second, p99`)], lines);
}

const loopsOf = ({ sizes }: GrowthRow): readonly LoopReport[] => sizes.flatMap(({ loops }) => loops);

function loopText(loop?: LoopReport): string {
  if (!loop) return '';
  const refused = loop.refused > 0 ? `, ${count(loop.refused)} refused` : '';
  return `${count(loop.perSecond)}, ${ms(loop.p99)}${refused}`;
}

function fillTable(fills: readonly FillReport[]): string {
  const lines = fills.map(({ table, rows, seconds, megabytes }) => [
    `\`${table}\``,
    count(rows),
    `${seconds} s`,
    `${count(megabytes)} MB`,
  ]);
  return tableOf(['Table', 'Rows', 'Filled in', 'Database'], lines);
}

/** The part of the page about growth. */
export function growthSection({ date, seconds, p99Bound, rows }: GrowthRun, picture: string): string {
  return [
    '## Growth',
    `Measured on ${date} in ${Math.round(seconds / 60)} minutes, on one core for the program and one for PostgreSQL and the load. The knee is the highest constant rate whose p99 stays under ${p99Bound} ms. The overload is twice as many requests as a quarter of the core serves, at the largest size.`,
    picture,
    growthTable(rows),
  ].join('\n\n');
}

/** The part of the page of figures about growth. */
export function growthFigures({ fills, rows }: GrowthRun): string {
  return [
    '## Growth',
    loopTable(rows),
    '### Filling the tables',
    fillTable(fills),
    readFileSync(method, 'utf8'),
  ].join('\n\n');
}
