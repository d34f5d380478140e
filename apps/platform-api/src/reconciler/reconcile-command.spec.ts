import { readReconcileCommand } from './reconcile-command';

describe('readReconcileCommand', () => {
  it.each([
    [[], { kind: 'settle' }],
    [['--report'], { kind: 'report', json: false }],
    [['--report', '--json'], { kind: 'report', json: true }],
    [['--forget', 'https://former.example.org'], { kind: 'forget', issuer: 'https://former.example.org' }],
  ])('reads %j', (args, command) => {
    expect(readReconcileCommand(args)).toEqual(command);
  });

  it.each([
    [['--json']],
    [['--forget']],
    [['--forget', '']],
    [['--forget', 'https://former.example.org', '--report']],
    [['--reports']],
    [['report']],
  ])('refuses %j with the usage', (args) => {
    expect(() => readReconcileCommand(args)).toThrow(/^Usage: npm run operate -- reconcile\n/);
  });
});
