import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const workspace = join(__dirname, '../../../../..');
const observability = join(workspace, 'docker/observability');

export interface Rule {
  readonly expr: string;
  readonly record?: string;
  readonly alert?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface Dashboard {
  readonly title: string;
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

export const rules: readonly Rule[] = (
  parse(readFileSync(join(observability, 'rules.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

/** The expressions of the dashboards, by their places. */
export const queries: ReadonlyMap<string, string> = new Map(
  globSync('dashboards/*.json', { cwd: observability }).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(observability, file), 'utf8')) as Dashboard;
    return panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }, index) => [`${file}: ${title} ${index}`, expr] as const),
    );
  }),
);

const lists = /\b(?:by|without|on|ignoring|group_left|group_right) *\([^)]*\)/g;
const words = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** The metrics that an expression selects, without the suffixes of a histogram's series. */
export function metricsOf(expr: string): readonly string[] {
  const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ').replaceAll(lists, ' ');
  const names = [...bare.matchAll(/(?<![\w.:])([a-zA-Z_][\w:]*)(?! *\()\b/g)].map(([, name = '']) => name);
  const selected = names.filter((name) => !words.has(name) && !new RegExp(`\\b${name} *\\(`).test(bare));
  return [...new Set(selected.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))];
}

const operations = readFileSync(join(workspace, 'docs/operations.md'), 'utf8');
const [, table = ''] = /^## Metrics\n([^]*?)^## /m.exec(operations) ?? [];
/** A test of tools/proofs/faults compares them with what the programs report. */
const documented = [...table.matchAll(/^\| `([a-z_]+)(?:\{[a-z_,]+\})?` /gm)].map(([, name]) => name);
const ofPrometheus = ['up', 'ALERTS'];
const ofExporters = /^(?:node_filesystem|kubelet_volume_stats)_(?:avail|available|size|capacity)_bytes$/;
const ofNode = /^(?:process|nodejs)_/;

/** The metrics of an expression that nothing reports. */
export function unknownMetrics(expr: string): readonly string[] {
  const recorded = rules.map(({ record }) => record);
  const known = new Set([...documented, ...recorded, ...ofPrometheus]);
  return metricsOf(expr).filter((name) => !known.has(name) && !ofExporters.test(name) && !ofNode.test(name));
}
