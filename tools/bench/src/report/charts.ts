import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairedRatios, spreadOf } from '../measure/spread';
import { fetchedFolder, fetchOnce, runTool, sourcesOf } from '../peers/fetched';
import { type TaskReport } from './peers';
import { shareOfLimit } from './report';
import { type RowReport } from './run-report';

/** A picture of the page, as a specification of Vega-Lite. */
export interface Chart {
  /** Beside the page. */
  readonly file: string;
  readonly text: string;
  readonly specification: object;
}

/** Of the palette of Okabe and Ito, which colour-blind people tell apart; every colour has its own shape. */
const looks = {
  met: { color: '#0072b2', shape: 'circle' },
  missed: { color: '#d55e00', shape: 'triangle-up' },
  'not judged': { color: '#767676', shape: 'square' },
};

const verdicts = Object.keys(looks);
const range = (look: 'color' | 'shape'): object => ({
  domain: verdicts,
  range: Object.values(looks).map((each) => each[look]),
});

/** Every goal as a share of its limit. */
export function goalsChart(rows: readonly RowReport[]): Chart {
  const values = rows.flatMap(({ number, name, goals }) =>
    goals.flatMap((goal) => {
      const [share, low, high] = [goal.median, goal.p10, goal.p90].map((figure) =>
        shareOfLimit(goal, figure),
      );
      return share === undefined
        ? []
        : [{ row: `${number} ${name}`, share, low, high, verdict: goal.verdict }];
    }),
  );
  return {
    file: 'performance-goals.svg',
    text: 'Every goal as a share of its limit, with its 10th to 90th percentile. Left of 1 it is met.',
    specification: dots(values, 'share of the limit: left of 1 the goal is met', {
      color: { field: 'verdict', scale: range('color'), title: null },
      shape: { field: 'verdict', scale: range('shape'), title: null },
    }),
  };
}

const compared = { cpu: 'CPU', p99: 'p99', loaded: 'memory, loaded' } as const;

/** The product divided by each peer. */
export function peersChart(tasks: readonly TaskReport[]): Chart {
  const values = tasks.flatMap(({ name, programs: [product, ...peers] }) =>
    peers.flatMap(({ title, figures }) =>
      (['cpu', 'p99', 'loaded'] as const).map((figure) => {
        const ratios = pairedRatios(product?.figures[figure] ?? [], figures[figure]);
        const { median: share, p10: low, p90: high } = spreadOf(ratios);
        return { row: `${title} (${name})`, share, low, high, figure: compared[figure] };
      }),
    ),
  );
  const domain = Object.values(compared);
  const colors = { domain, range: Object.values(looks).map(({ color }) => color) };
  const shapes = { domain, range: Object.values(looks).map(({ shape }) => shape) };
  return {
    file: 'performance-peers.svg',
    text: 'The product divided by each peer: CPU of a request, p99 and memory under load. Left of 1 the product needs less.',
    specification: dots(values, 'product / peer: left of 1 the product needs less', {
      color: { field: 'figure', scale: colors, title: null },
      shape: { field: 'figure', scale: shapes, title: null },
    }),
  };
}

/** A line for each `row`, with a dot at `share` and a bar from `low` to `high`, on a logarithmic scale. */
function dots(values: readonly object[], title: string, marks: object): object {
  const scale = { type: 'log', nice: true };
  const x = (field: string): object => ({ field, type: 'quantitative', scale, title });
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: 'white',
    width: 560,
    height: { step: 22 },
    data: { values },
    encoding: { y: { field: 'row', type: 'nominal', sort: null, title: null, axis: { labelLimit: 0 } } },
    layer: [
      {
        data: { values: [{}] },
        mark: { type: 'rule', strokeDash: [4, 3] },
        encoding: { x: { datum: 1, type: 'quantitative', scale }, y: null },
      },
      {
        mark: { type: 'rule', strokeWidth: 2, opacity: 0.4 },
        encoding: { x: x('low'), x2: { field: 'high' } },
      },
      { mark: { type: 'point', filled: true, size: 70, opacity: 1 }, encoding: { x: x('share'), ...marks } },
    ],
  };
}

/** Ends a picture, so that a test sees whether it shows the figures of today. */
export function markOf({ specification }: Chart): string {
  return `<!-- ${createHash('sha256').update(JSON.stringify(specification)).digest('hex')} -->\n`;
}

/** Draws with Vega, which is fetched at the first use: nothing else needs its 80 packages. */
export async function drawCharts(charts: readonly Chart[]): Promise<void> {
  await fetchOnce('charts', 'charts', async (folder) => {
    cpSync(sourcesOf('charts'), folder, { recursive: true });
    await runTool('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  });
  const folder = mkdtempSync(join(tmpdir(), 'charts-'));
  for (const chart of charts) {
    const specification = join(folder, 'specification.json');
    writeFileSync(specification, JSON.stringify(chart.specification));
    const picture = join('docs', chart.file);
    execFileSync(process.execPath, [join(fetchedFolder('charts'), 'draw.mjs'), specification, picture]);
    appendFileSync(picture, markOf(chart));
  }
  rmSync(folder, { recursive: true });
}
