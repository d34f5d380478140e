import { call, evidence, fault } from '../../spec/evidence';
import { crashIsNoticed, servicesStayAlive } from './probes';

const probe = (status?: number) =>
  call({ kind: 'probe', path: '/health/live' }, { sentAt: 100, ...(status !== undefined && { status }) });
const readiness = (sentAt: number, status: number) => call({ kind: 'readiness' }, { sentAt, status });
const crash = { ...fault(90, 300, 'F3'), ending: 200 };

describe('a service without PostgreSQL', () => {
  it.each([
    ['lives', [probe(200)], [crash]],
    ['need not live while it is killed itself', [probe()], [crash, fault(80, 120, 'F1-public')]],
    ['need not live in a fault of its own', [probe(503)], [fault(80, 120, 'F1-public')]],
  ] as const)('%s', (_name, calls, faults) => {
    expect(servicesStayAlive(evidence({ calls, faults }))).toEqual([]);
  });

  it.each([503, undefined])('that answers %s does not live', (status) => {
    const findings = servicesStayAlive(evidence({ calls: [probe(status)], faults: [crash] }));
    expect(findings.map(({ rule }) => rule)).toEqual(['not alive']);
  });

  it.each([
    ['is not ready', readiness(120, 503)],
    ['is ready until it can have noticed', readiness(100, 200)],
    ['is ready once PostgreSQL is started again', readiness(195, 200)],
    ['is ready later', readiness(250, 200)],
  ])('%s', (_name, asked) => {
    expect(crashIsNoticed(evidence({ calls: [asked], faults: [crash] }))).toEqual([]);
  });

  it('must not call itself ready', () => {
    const findings = crashIsNoticed(evidence({ calls: [readiness(120, 200)], faults: [crash] }));
    expect(findings).toEqual([{ rule: 'falsely ready', text: 'a replica: 200, sent at 120 ms' }]);
  });
});
