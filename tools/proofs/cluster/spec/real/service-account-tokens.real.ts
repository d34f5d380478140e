import { SystemClock } from '@governance/runtime';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { decodeJwt, type JWTPayload } from 'jose';
import {
  type IdentityApp,
  startIdentityApp,
} from '../../../../../apps/identity-provider/e2e/support/identity-app';
import { addOrganization, organization } from '../../../../../apps/identity-provider/e2e/support/machines';
import {
  addTrustRule,
  exchangeForm,
  lastRefusedCondition,
  type TrustedClient,
} from '../../../../../apps/identity-provider/e2e/support/workloads';
import { kubectl } from './kubectl';

/** The output of a command that must succeed. */
function output(...args: readonly string[]): string {
  const { code, stdout, stderr } = kubectl(...args);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

interface Account {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

function addAccount(namespace: string, name: string): Account {
  output('create', 'serviceaccount', name, '--namespace', namespace);
  const place = ['--namespace', namespace, '--output', 'jsonpath={.metadata.uid}'];
  return { namespace, name, uid: output('get', 'serviceaccount', name, ...place) };
}

/** A token as kubelet asks for it, by the same request. `kubectl` asks for an hour. */
function tokenOf(
  { namespace, name }: Pick<Account, 'namespace' | 'name'>,
  ...args: readonly string[]
): string {
  return output('create', 'token', name, '--namespace', namespace, ...args);
}

/** The embedded provider with a rule for one service account. */
interface TrustedAccount {
  readonly account: Account;
  readonly identity: IdentityApp;
  readonly rule: TrustedClient;
  /** The arguments for a token with the audience of the rule. */
  readonly ours: readonly string[];
  close(): Promise<void>;
}

async function trustAccount(settings: {
  readonly ENVIRONMENT: 'development' | 'production';
}): Promise<TrustedAccount> {
  const isProduction = settings.ENVIRONMENT === 'production';
  const identity = await startIdentityApp({
    ...settings,
    ...(isProduction && { ISSUER: 'https://login.example.org' }),
  });
  const namespace = `jobs-${randomUUID().slice(0, 8)}`;
  for (const name of [namespace, `${namespace}-other`]) output('create', 'namespace', name);
  const account = addAccount(namespace, 'backup');
  await addOrganization(identity.manage);
  const rule = await addTrustRule(identity, 'kubernetes', {
    issuer: decodeJwt(tokenOf(account)).iss,
    keySet: JSON.parse(output('get', '--raw', '/openid/v1/jwks')) as unknown,
    conditions: [
      { claim: ['kubernetes.io', 'namespace'], oneOf: [account.namespace] },
      { claim: ['kubernetes.io', 'serviceaccount', 'name'], oneOf: [account.name] },
      { claim: ['kubernetes.io', 'serviceaccount', 'uid'], oneOf: [account.uid] },
    ],
  });
  const ours = ['--audience', identity.issuer];
  return { account, identity, rule, ours, close: () => identity.close() };
}

/** The claims of the token that an assertion gets, or the description of the refusal. */
async function exchanged(
  { identity, rule }: TrustedAccount,
  assertion: string,
): Promise<JWTPayload | string> {
  const { status, body } = await identity.token(exchangeForm(rule, assertion), {
    'x-forwarded-proto': 'https',
  });
  return status === 200 ? decodeJwt(String(body.access_token)) : String(body.error_description);
}

function unmet(condition: string): string {
  return `the assertion does not meet the condition ${condition}`;
}

// In production too: uploaded keys need no exception for private addresses.
describe.each(['development', 'production'] as const)(
  'a token of a service account, in %s',
  (ENVIRONMENT) => {
    const trusted = opened(() => trustAccount({ ENVIRONMENT }));
    afterEach(() => jest.restoreAllMocks());

    it('gets a token again and again, bound to a pod or not', async () => {
      const { account, identity, ours, rule } = trusted;
      const claims = { iss: identity.issuer, sub: rule.clientId, org_id: organization };
      const token = tokenOf(account, ...ours);
      expect([await exchanged(trusted, token), await exchanged(trusted, token)]).toMatchObject([
        claims,
        claims,
      ]);
      const container = ['--image=registry.invalid/any', '--restart=Never'];
      const overrides = JSON.stringify({ spec: { serviceAccountName: account.name } });
      output('run', 'backup', '--namespace', account.namespace, ...container, '--overrides', overrides);
      const bound = tokenOf(account, ...ours, '--bound-object-kind', 'Pod', '--bound-object-name', 'backup');
      expect(decodeJwt(bound)).toMatchObject({ 'kubernetes.io': { pod: { name: 'backup' } } });
      expect(await exchanged(trusted, bound)).toMatchObject(claims);
    });

    it('is refused for another namespace or account, with the condition', async () => {
      const { account, ours } = trusted;
      const there = addAccount(`${account.namespace}-other`, account.name);
      expect(await exchanged(trusted, tokenOf(there, ...ours))).toBe(unmet('kubernetes.io.namespace'));
      const other = addAccount(account.namespace, 'other');
      expect(await exchanged(trusted, tokenOf(other, ...ours))).toBe(
        unmet('kubernetes.io.serviceaccount.name'),
      );
    });

    it('is refused for another audience or several, and only admins see the condition', async () => {
      const { account, ours, identity, rule } = trusted;
      for (const args of [[], ['--audience', 'vault'], [...ours, '--audience', 'vault']]) {
        expect(await exchanged(trusted, tokenOf(account, ...args))).toBe('grant request is invalid');
        expect(await lastRefusedCondition(identity, rule)).toBe('aud');
      }
    });

    it('is refused when it has expired', async () => {
      const token = tokenOf(trusted.account, ...trusted.ours, '--duration', '10m');
      const { exp = 0 } = decodeJwt(token);
      jest.spyOn(SystemClock.prototype, 'now').mockImplementation(() => new Date(exp * 1_000));
      expect(await exchanged(trusted, token)).toBe(unmet('exp'));
    });

    it('is refused for an account that was deleted and made again', async () => {
      const { account, ours } = trusted;
      output('delete', 'serviceaccount', account.name, '--namespace', account.namespace);
      const again = addAccount(account.namespace, account.name);
      expect(again.uid).not.toBe(account.uid);
      expect(await exchanged(trusted, tokenOf(again, ...ours))).toBe(
        unmet('kubernetes.io.serviceaccount.uid'),
      );
    });
  },
);
