import { type ProviderClient } from '../provider/identity-provider.port';
import { type Intent } from './intent';
import { type IntentProgress, nextStep, type Step } from './next-step';

const common = { id: 'change', lease: 'lease', credentialId: 'credential', orgId: 'acme' };
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
      expect(nextStep(intents[kind], { client, holdsGrant: true })).toBe(withGrant);
      expect(nextStep(intents[kind], { client, holdsGrant: false })).toBe(without);
    },
  );

  it('is defined for every kind of change and every state', () => {
    expect(table).toHaveLength(Object.keys(intents).length * Object.keys(seen).length);
  });
});
