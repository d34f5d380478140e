import { fasterRules } from './faster-rules';

describe('faster rules', () => {
  it('have shorter windows and limits, and the same names, ratios and limits in hours', () => {
    const rules = `record: slo:events:rate5m
expr: max(age) > 5 * 60 or max(age) > 3 * 3600 and sum(rate(a_total[5m])) > 0.2 * sum(rate(b_total{le="60"}[1d])) < 30 * 86400
for: 2m
interval: 30s`;
    expect(fasterRules(rules, 10)).toBe(`record: slo:events:rate5m
expr: max(age) > 5 * 6 or max(age) > 3 * 3600 and sum(rate(a_total[30000ms])) > 0.2 * sum(rate(b_total{le="60"}[8640000ms])) < 30 * 86400
for: 12000ms
interval: 3000ms`);
  });
});
