import { kneeOf } from '../growth/find-knee';
import { type Chart } from './charts';
import { type GrowthRow } from './growth';

/** Of the palette of Okabe and Ito, which colour-blind people tell apart; every colour has its own shape. */
const colors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#000000', '#56b4e9'];
const shapes = ['circle', 'triangle-up', 'square', 'diamond', 'cross', 'triangle-down'];

/** The knee of each work by the rows of its table, and what it served by the number of connections, with the largest table. */
export function growthChart(rows: readonly GrowthRow[]): Chart {
  const knees = rows.flatMap(({ name, sizes }) =>
    sizes.map((size) => ({ name, x: size.rows, perSecond: kneeOf(size.tried)?.perSecond ?? null })),
  );
  const loops = rows.flatMap(({ name, sizes }) =>
    (sizes.at(-1)?.loops ?? []).map(({ connections: x, perSecond }) => ({ name, x, perSecond })),
  );
  const domain = rows.map(({ name }) => name);
  const encoding = {
    color: { field: 'name', scale: { domain, range: colors }, title: null },
    shape: { field: 'name', scale: { domain, range: shapes }, title: null },
  };
  return {
    file: 'performance-growth.svg',
    text: 'Requests a second: the knee of each work by the rows of its table, and what is served by the number of connections with the largest table.',
    specification: {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      background: 'white',
      hconcat: [
        lines(knees, { x: 'rows of the table', y: 'knee, requests a second', encoding }),
        lines(loops, { x: 'connections, with the largest table', y: 'served a second', encoding }),
      ],
    },
  };
}

function lines(
  values: readonly object[],
  { x, y, encoding }: { x: string; y: string; encoding: object },
): object {
  const scale = { type: 'log' };
  return {
    width: 260,
    height: 260,
    data: { values },
    mark: { type: 'line', point: { filled: true, size: 60 }, strokeWidth: 1.5 },
    encoding: {
      x: { field: 'x', type: 'quantitative', scale, title: x, axis: { format: '~s', tickCount: 4 } },
      y: { field: 'perSecond', type: 'quantitative', scale, title: y },
      ...encoding,
    },
  };
}
