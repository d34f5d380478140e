import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { metricsOf, queries, rules, unknownMetrics } from './support/prometheus-rules';

const workspace = join(__dirname, '../../../..');
const read = (path: string): string => readFileSync(join(workspace, path), 'utf8');
const alerts = rules.flatMap(({ alert, ...rule }) => (alert === undefined ? [] : [{ alert, ...rule }]));
const runbook = read('docs/alerts.md');

describe('the rules of Prometheus', () => {
  it.each(rules.map((rule) => [rule.record ?? rule.alert ?? '', rule.labels?.slo ?? '', rule.expr]))(
    '%s %s reads metrics that exist',
    (_name, _slo, expr) => {
      expect(unknownMetrics(expr)).toEqual([]);
    },
  );

  it('select routes that exist', () => {
    const policies = JSON.parse(read('docs/api/route-policy.json')) as Record<string, { path: string }[]>;
    const paths = Object.values(policies).flatMap((rows) => rows.map(({ path }) => path));
    const selected = [...JSON.stringify(rules).matchAll(/route=~?\\"([^"\\]+)/g)].flatMap(([, routes = '']) =>
      routes.split('|').map((route) => route.replaceAll(/:(\w+)/g, '{$1}')),
    );
    expect(selected.length).toBeGreaterThan(6);
    expect(selected.filter((route) => !paths.includes(route))).toEqual([]);
  });

  it.each(alerts.map(({ alert, ...rule }) => [alert, rule] as const))(
    'has a runbook section for %s: meaning, look at, do',
    (alert, { annotations, labels }) => {
      expect(annotations?.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
      expect(['page', 'ticket']).toContain(labels?.severity);
      const [, section = ''] = new RegExp(`^## ${alert}\n([^]*?)(?=^## |(?![^]))`, 'm').exec(runbook) ?? [];
      expect(section.match(/^- \*\*.*?\*\*/gm)).toEqual(['- **Meaning**', '- **Look at**', '- **Do**']);
    },
  );

  it('have no runbook section of a former alert', () => {
    const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(alerts.map(({ alert }) => alert));
  });
});

interface RuleTest {
  readonly alert_rule_test: readonly {
    readonly alertname: string;
    readonly exp_alerts?: readonly unknown[];
  }[];
}

describe('the run that is recorded in docs/alerts.md', () => {
  const [, rows = ''] = /^\| Alert +\| Fault +\|.*\n\|[-| ]+\n((?:\|.*\n)+)/m.exec(runbook) ?? [];
  const cells = rows
    .trimEnd()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));

  it('fired and cleared every alert', () => {
    const recorded = cells.map(([, alert = '']) => alert.split(' ')[0]);
    expect([...new Set(recorded)]).toEqual(alerts.map(({ alert }) => alert));
    for (const [, , , fired, cleared] of cells)
      expect([fired, cleared]).toEqual([expect.stringMatching(/^\d+ s$/), expect.stringMatching(/^\d+ s$/)]);
  });
});

describe('the unit tests of the rules', () => {
  const tests = ['objectives', 'causes'].flatMap(
    (name) => (parse(read(`docker/observability/${name}.test.yaml`)) as { tests: RuleTest[] }).tests,
  );

  it.each(alerts.map(({ alert }) => alert))(
    'say when %s does not fire yet, when it fires, and when it has cleared',
    (alert) => {
      const courses = tests.map(({ alert_rule_test: moments }) =>
        moments
          .filter(({ alertname }) => alertname === alert)
          .map(({ exp_alerts: expected = [] }) => (expected.length > 0 ? 'fires' : 'silent'))
          .join(),
      );
      expect(courses).toContainEqual(expect.stringMatching(/^silent,fires,silent/));
    },
  );
});

describe('the dashboards', () => {
  it.each([...queries])('%s reads metrics that exist', (_place, expr) => {
    expect(unknownMetrics(expr)).toEqual([]);
  });

  it('are four, and Compose mounts them', () => {
    const files = new Set([...queries.keys()].map((place) => place.split(':')[0]));
    expect([...files].toSorted()).toEqual(
      ['database', 'delivery', 'identity', 'overview'].map((name) => `dashboards/${name}.json`),
    );
  });
});

describe('Prometheus in Compose', () => {
  it('scrapes the management port of every program whose absence is an alert', () => {
    const { scrape_configs: jobs } = parse(read('docker/observability/prometheus.yaml')) as {
      scrape_configs: { static_configs: { targets: string[]; labels?: { container: string } }[] }[];
    };
    const scraped = jobs.flatMap(({ static_configs: configs }) =>
      configs.flatMap(({ targets, labels }) => targets.map((target) => [labels?.container, target] as const)),
    );
    const { services } = parse(read('docker/compose.yaml'), { merge: true }) as {
      services: Record<string, unknown>;
    };
    for (const [container, target] of scraped) {
      const [service, port] = target.split(':');
      expect(Object.keys(services)).toContain(service);
      expect([service, port?.slice(0, 2)]).toEqual([container ?? 'node-exporter', '91']);
    }
    const asked = /container="([a-z-]+)"/g;
    const expected = rules
      .filter(({ alert }) => alert === 'ProgramDown')
      .flatMap(({ expr }) => [...expr.matchAll(asked)].map(([, container]) => container));
    expect(scraped.flatMap(([container]) => container ?? [])).toEqual(expected);
  });
});

describe('the names that an expression selects', () => {
  it.each([
    [
      'sum by (le) (rate(a_seconds_bucket{route="/b/:id",status=~"5.."}[5m])) / on(c) group_left(d) a:b:c',
      ['a_seconds', 'a:b:c'],
    ],
    ['time() - max(d_total) > 5 * 60 and e or vector(0)', ['d_total', 'e']],
  ])('of %s', (expr, names) => {
    expect(metricsOf(expr)).toEqual(names);
  });

  it('are refused if nothing has them', () => {
    expect(unknownMetrics('sum(rate(deliveries_totals[5m]))')).toEqual(['deliveries_totals']);
  });
});
