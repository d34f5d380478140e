import { auditContextOf, type Loss, losses, machineOf, ManagedProviderInMemory } from '../../spec/src';
import { IdentityProviderUnavailable } from '../provider/identity-provider.port';
import { type ProviderChange } from '../provider-changes/provider-change';
import { ProviderChangeReconciler } from '../provider-changes/provider-change-reconciler';
import { type TrustRuleChanges } from './trust-rule-changes';
import { type ProvidedTrustRule } from './trust-rule-directory.port';
import { TrustRuleRefused } from './trust-rule-refused';
import { type StoredTrustRule, type TrustRuleDraft } from './trust-rule-store.port';

const orgId = 'org_acme';
const issuer = 'https://identity.example.org';
const now = new Date('2026-11-20T12:00:00.000Z');
const id = 'f3b1a3f4-6f5e-4f0e-9a52-0a5b9f6f3a10';
const permissions = new Set(['m2m:credentials:read'] as const);
const draft: TrustRuleDraft & ProvidedTrustRule = {
  id,
  name: 'Deployments',
  provider: issuer,
  serviceIdentity: { kind: 'new', id: '5d1c7b2e-9a41-4f0e-8c35-6f1e2d3c4b5a', permissions },
  permissions,
  preset: 'gitlab',
  issuer: 'https://gitlab.com',
  audience: issuer,
  subject: undefined,
  conditions: [{ claim: ['project_id'], oneOf: ['7'] }],
  singleUse: false,
  allowedNetworks: undefined,
  keySet: undefined,
  createdAt: now,
  revision: 'created',
  expiresAt: undefined,
};
const renaming = { name: 'After', keySet: undefined, revision: 'renamed' };

describe('TrustRuleChanges', () => {
  let provider: ManagedProviderInMemory;
  let changes: TrustRuleChanges;
  let reconciler: ProviderChangeReconciler;
  beforeEach(() => {
    provider = new ManagedProviderInMemory();
    changes = provider.rulesOf(issuer);
    reconciler = new ProviderChangeReconciler(provider.partsFor(issuer, () => now));
  });

  const rules = () => provider.rules.forOrg(orgId);
  const provided = (): string | undefined => provider.trustRules.rules.get(id)?.rule.name;
  const stored = (): string | undefined => provider.rules.rows.get(id)?.rule.name;
  const begin = () => rules().begin(draft);
  const remove = () => changes.remove({ orgId, id }, () => undefined);
  async function create(): Promise<StoredTrustRule | undefined> {
    await begin();
    return changes.create(orgId, draft);
  }

  /** The outcome that is recorded after the process of the change died. */
  async function settle(
    kind: Extract<ProviderChange, { ruleId: string }>['kind'],
    intentId = 'created',
  ): Promise<unknown> {
    const write = { ...auditContextOf(machineOf(orgId), 'trust-rules:create'), orgId, target: id };
    const beginning = { intentId, lease: 'lease', now, leaseUntil: now, write };
    await provider.changes.begin({ kind, ruleId: id }, beginning);
    await reconciler.settleNext();
    expect([await reconciler.settleNext(), provider.changes.rows.size]).toEqual([undefined, 0]);
    return provider.changes.audit.at(-1)?.outcome;
  }

  /** The process dies at one of the calls. */
  async function die(loss: Loss, callsBefore: number, work: () => Promise<unknown>): Promise<void> {
    provider.wire.loseOne(loss, callsBefore);
    await expect(work()).rejects.toBeInstanceOf(IdentityProviderUnavailable);
    expect(provider.wire.repair()).toBe(true);
  }
  const deaths = (calls: number): [Loss, number][] =>
    losses.flatMap((loss) => Array.from({ length: calls }, (_, call): [Loss, number] => [loss, call]));

  it('grants a rule last: it is not active before the provider has it', async () => {
    await begin();
    provider.wire.isDown = true;
    await expect(changes.create(orgId, draft)).rejects.toBeInstanceOf(IdentityProviderUnavailable);
    provider.wire.isDown = false;
    expect([await rules().find(id), provided()]).toEqual([undefined, undefined]);
    const rule = await changes.create(orgId, draft);
    expect(rule).toMatchObject({ id, name: 'Deployments', clientId: expect.any(String) as string });
    expect(provided()).toBe('Deployments');
  });

  it('keeps nothing of a rule that the provider refuses', async () => {
    await begin();
    provider.trustRules.put = () => Promise.reject(new TrustRuleRefused('The provider cannot.'));
    await expect(changes.create(orgId, draft)).rejects.toThrow('The provider cannot.');
    expect(stored()).toBeUndefined();
  });

  it('leaves nothing at the provider of a creation that a reconciler has undone meanwhile', async () => {
    await begin();
    expect(await settle('put-trust-rule')).toBe('abandoned');
    expect(await changes.create(orgId, draft)).toBeUndefined();
    expect([stored(), provided()]).toEqual([undefined, undefined]);
  });

  it('lets a deletion win against an update that runs', async () => {
    await create();
    const put = provider.trustRules.put.bind(provider.trustRules);
    provider.trustRules.put = async (...args) => {
      await remove();
      return put(...args);
    };
    expect(await changes.update({ orgId, id }, renaming)).toBeUndefined();
    expect([stored(), provided()]).toEqual([undefined, undefined]);
  });

  it('refuses tokens before the provider is asked', async () => {
    await create();
    let wasStored: unknown = 'not asked';
    await changes.remove({ orgId, id }, () => {
      wasStored = [stored(), provided()];
    });
    expect([wasStored, provided()]).toEqual([[undefined, 'Deployments'], undefined]);
    expect(await remove()).toBe(false);
  });

  it('never gives a rule of a former provider to the managed one', async () => {
    await rules().begin({ ...draft, provider: 'https://former.example.org' });
    await rules().activate(id, 'client');
    await changes.update({ orgId, id }, renaming);
    expect(await settle('put-trust-rule', 'renamed')).toBe('done');
    expect([stored(), provided()]).toEqual(['After', undefined]);
    await remove();
    expect(stored()).toBeUndefined();
  });

  describe('after a crash', () => {
    it.each(deaths(3))(
      'a creation works or leaves nothing: %s of call %i lost § 10.15q',
      async (loss, call) => {
        await die(loss, call, create);
        const outcome = await settle('put-trust-rule');
        const works = (await rules().find(id)) !== undefined;
        expect([outcome, stored(), provided()]).toEqual(
          works ? ['done', 'Deployments', 'Deployments'] : ['abandoned', undefined, undefined],
        );
        expect(works).toBe(call === 2 && loss === 'answer');
      },
    );

    it.each(deaths(3))(
      'an update is the same at both places: %s of call %i lost § 10.15q',
      async (loss, call) => {
        await create();
        await die(loss, call, () => changes.update({ orgId, id }, renaming));
        const begun = loss === 'answer' || call > 0;
        expect(await settle('put-trust-rule', 'renamed')).toBe(begun ? 'done' : 'abandoned');
        expect([stored(), provided()]).toEqual(begun ? ['After', 'After'] : ['Deployments', 'Deployments']);
      },
    );

    it.each(deaths(2))(
      'a deletion is whole, or did nothing: %s of call %i lost § 10.15q',
      async (loss, call) => {
        await create();
        await die(loss, call, remove);
        const begun = loss === 'answer' || call > 0;
        expect(await settle('remove-trust-rule')).toBe(begun ? 'done' : 'abandoned');
        expect([stored(), provided()]).toEqual(
          begun ? [undefined, undefined] : ['Deployments', 'Deployments'],
        );
      },
    );

    it.each(['put-trust-rule', 'remove-trust-rule'] as const)('%s can be settled twice', async (kind) => {
      await create();
      await rules().delete(id);
      const first = await settle(kind);
      expect([await settle(kind), provided()]).toEqual([first, undefined]);
    });
  });
});
