import { type ProviderClient } from '../provider/identity-provider.port';
import { type Intent } from './intent';
import { type IntentProgress, nextStep, type Step } from './next-step';

const issuer = 'https://identity.example.org';
const common = { id: 'change', lease: 'lease', credentialId: 'credential', orgId: 'acme', issuer };
const intents: Record<Intent['kind'], Intent> = {
  create: { ...common, kind: 'create' },
  rotate: { ...common, kind: 'rotate', clientId: 'client' },
  'end-overlap': { ...common, kind: 'end-overlap', clientId: 'client' },
  rename: { ...common, kind: 'rename', clientId: 'client', name: 'Import' },
  revoke: { ...common, kind: 'revoke', clientId: 'client' },
};
const before: ProviderClient = { clientId: 'client', tag: 'credential', revision: 'an earlier change' };
const after: ProviderClient = { ...before, revision: 'change' };
const seen: Record<string, IntentProgress['client']> = {
  unknown: 'unknown',
  absent: 'absent',
  before,
  after,
};

describe('nextStep', () => {
  // With a known secret or key, and without it, as after a crash.
  const table: [Intent['kind'], string, [Step, Step]][] = [
    ['create', 'unknown', ['change', 'look']],
    ['create', 'absent', ['change', 'abandon']],
    ['create', 'before', ['change', 'delete']],
    ['create', 'after', ['finish', 'delete']],
    ['rotate', 'unknown', ['change', 'look']],
    ['rotate', 'absent', ['abandon', 'abandon']],
    ['rotate', 'before', ['change', 'abandon']],
    ['rotate', 'after', ['finish', 'finish']],
    ['end-overlap', 'unknown', ['change', 'change']],
    ['end-overlap', 'absent', ['finish', 'finish']],
    ['end-overlap', 'before', ['change', 'change']],
    ['end-overlap', 'after', ['finish', 'finish']],
    ['rename', 'unknown', ['change', 'change']],
    ['rename', 'absent', ['finish', 'finish']],
    ['rename', 'before', ['change', 'change']],
    ['rename', 'after', ['finish', 'finish']],
    ['revoke', 'unknown', ['delete', 'delete']],
    ['revoke', 'absent', ['finish', 'finish']],
    ['revoke', 'before', ['delete', 'delete']],
    ['revoke', 'after', ['delete', 'delete']],
  ];

  it.each(table)(
    'of %s with a client that is %s: %j, the second after a crash',
    (kind, name, [withGrant, without]) => {
      const client = seen[name] ?? 'unknown';
      const isElsewhere = false;
      expect(nextStep(intents[kind], { client, holdsGrant: true, isElsewhere })).toBe(withGrant);
      expect(nextStep(intents[kind], { client, holdsGrant: false, isElsewhere })).toBe(without);
    },
  );

  it.each<[Intent['kind'], Step]>([
    ['create', 'abandon'],
    ['rotate', 'abandon'],
    ['end-overlap', 'abandon'],
    ['rename', 'finish'],
    ['revoke', 'finish'],
  ])('of %s with a client at a former provider calls no provider: %s', (kind, step) => {
    for (const client of Object.values(seen)) {
      for (const holdsGrant of [true, false]) {
        expect(nextStep(intents[kind], { client, holdsGrant, isElsewhere: true })).toBe(step);
      }
    }
  });

  it('is defined for every kind of change and every state', () => {
    expect(table).toHaveLength(Object.keys(intents).length * Object.keys(seen).length);
  });
});
