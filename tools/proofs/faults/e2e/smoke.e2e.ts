import { callHttp } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RuleName } from '../src/checker/finding';
import { findingLines } from '../src/report/report';
import { runFaults } from '../src/run';
import { type RunResult } from '../src/scenarios/under-load';
import { catalogue } from '../src/schedule/catalogue';
import { brisk } from '../src/schedule/pace';

/** A busy machine answers late without a fault, so `npm run prove -- faults` alone judges when requests failed. */
const ofTime: RuleName = 'failure outside a fault';

const operations = readFileSync(join(__dirname, '../../../../docs/operations.md'), 'utf8');
const [, table = ''] = /^## Metrics\n([^]*?)^## /m.exec(operations) ?? [];
const documented = [...table.matchAll(/^\| `([a-z_]+)(?:\{[a-z_,]+\})?` /gm)].map(([, name]) => name);

describe('twenty seconds under faults', () => {
  let result: RunResult;
  const metrics = new Set<string>();

  beforeAll(async () => {
    result = await runFaults({
      seed: 2_026,
      seconds: 20,
      // As any account of any machine can inject them.
      faults: catalogue.filter((fault) => !('needs' in fault)).map(({ name }) => name),
      pace: { ...brisk, leastFaults: 2 },
      afterwards: async ({ product }) => {
        for (const { probes } of [...product.replicas.values()].flat()) {
          const { text } = await callHttp(`${probes}/metrics`);
          for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm)) metrics.add(name);
        }
      },
    });
  });

  it('lose nothing and invent nothing', () => {
    expect(findingLines(result.findings.filter(({ rule }) => rule !== ofTime))).toBe('');
  });

  it('leave programs that report the documented metrics, by which rules and dashboards are checked', () => {
    const ours = [...metrics].filter((name) => !/^(?:process|nodejs)_/.test(name));
    // The programs of this run have no read replica.
    expect([...ours, 'database_replica_lag_seconds'].toSorted()).toEqual(documented.toSorted());
  });

  it('have two faults at once, and enough requests to judge', () => {
    const { history, state } = result.evidence;
    const [first, second] = history.faults;
    expect(first?.began).toBe(second?.began);
    expect(first?.fault).not.toBe(second?.fault);
    expect(new Set(history.calls.map(({ operation }) => operation.kind)).size).toBeGreaterThanOrEqual(10);
    expect(state.results.length).toBeGreaterThan(5);
    expect(state.credentials.length).toBeGreaterThan(0);
  });
});
