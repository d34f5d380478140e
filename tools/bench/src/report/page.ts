import { readFileSync, writeFileSync } from 'node:fs';
import { type Chart, drawCharts, goalsChart, peersChart } from './charts';
import { formatted } from './format';
import { committedGrowth, growthFigures, growthSection, type GrowthRun } from './growth';
import { growthChart } from './growth-chart';
import { committedPeers, peersFigures, peersSection, type PeersRun } from './peers';
import { committedRun, notesOf, summary, table } from './report';
import { type RunReport } from './run-report';

/** The committed figures of each kind of run. */
export interface CommittedRuns {
  readonly run: RunReport;
  readonly peers?: PeersRun | undefined;
  readonly growth?: GrowthRun | undefined;
}

const page = 'docs/performance.md';
const figuresPage = 'docs/performance-figures.md';
const method = 'tools/bench/src/report/method.md';
/** Why goals are missed: after the picture, before the table. */
const reading = 'tools/bench/src/report/reading.md';

export function committedRuns(): CommittedRuns {
  return { run: committedRun(), peers: committedPeers(), growth: committedGrowth() };
}

const picture = ({ file, text }: Chart): string => `![${text}](${file})`;

/** What a person reads in five minutes. */
export function performancePage({ run, peers, growth }: CommittedRuns): Promise<string> {
  const { cores, node, postgres, browser } = run.machine;
  const parts = [
    '# Performance',
    '`npm run bench` writes this page. [All figures](performance-figures.md), with their spread, notes and method, are on a page of their own. Times depend on the machine; compare only ratios of two programs in one run.',
    `Measured on ${run.date} in ${Math.round(run.seconds / 60)} minutes: ${cores} cores, Node ${node}, PostgreSQL ${postgres}, browser ${browser}.`,
    ...(run.remarks ?? []),
    picture(goalsChart(run.rows)),
    readFileSync(reading, 'utf8'),
    '## Goals',
    'For each row, the goal that is nearest to its limit.',
    summary(run.rows),
    ...(peers ? [peersSection(peers, picture(peersChart(peers.tasks)))] : []),
    ...(growth ? [growthSection(growth, picture(growthChart(growth.rows)))] : []),
  ];
  return formatted(page, parts.join('\n\n'));
}

/** What is behind it. */
export function performanceFigures({ run, peers, growth }: CommittedRuns): Promise<string> {
  const parts = [
    '# Figures behind the performance page',
    '`npm run bench` writes this page. [Performance](performance.md) is the page to read first.',
    '## Goals',
    table(run.rows),
    '### Notes',
    run.rows.flatMap(notesOf).join('\n'),
    readFileSync(method, 'utf8'),
    ...(peers ? [peersFigures(peers)] : []),
    ...(growth ? [growthFigures(growth)] : []),
  ];
  return formatted(figuresPage, parts.join('\n\n'));
}

export function chartsOf({ run, peers, growth }: CommittedRuns): readonly Chart[] {
  return [
    goalsChart(run.rows),
    ...(peers ? [peersChart(peers.tasks)] : []),
    ...(growth ? [growthChart(growth.rows)] : []),
  ];
}

/** From the committed figures. */
export async function writePage(): Promise<void> {
  const runs = committedRuns();
  writeFileSync(page, await performancePage(runs));
  writeFileSync(figuresPage, await performanceFigures(runs));
  await drawCharts(chartsOf(runs));
}
