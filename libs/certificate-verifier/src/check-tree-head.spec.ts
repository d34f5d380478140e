import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { checkTreeHead } from './check-tree-head';
import { IssuerKeySet } from './issuer-key-set';
import { NotGenuine } from './not-genuine';

const claims = {
  org_id: 'org_acme',
  tree_size: 3,
  root_hash: 'ab'.repeat(32),
  created_at: '2026-11-20T12:00:00.000Z',
};

describe('checkTreeHead', () => {
  let keys: IssuerKeySet;
  let sign: (payload: unknown, typ?: string) => Promise<string>;
  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    keys = new IssuerKeySet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'key' }] });
    sign = (payload, typ = 'audit-tree-head+jwt') =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'ES256', kid: 'key', typ })
        .sign(privateKey);
  });

  it('returns the claims of a signed head', async () => {
    expect(await checkTreeHead(await sign({ ...claims, iss: 'issuer' }), keys)).toEqual(claims);
  });

  it.each([
    ['another type', claims, 'JWT'],
    ['no organization', { ...claims, org_id: undefined }, undefined],
    ['an empty tree', { ...claims, tree_size: 0 }, undefined],
    ['half a hash', { ...claims, root_hash: 'ab' }, undefined],
    ['no time', { ...claims, created_at: 'now' }, undefined],
    ['another value', 'head', undefined],
  ])('refuses %s', async (_, payload, typ) => {
    await expect(checkTreeHead(await sign(payload, typ), keys)).rejects.toThrow(NotGenuine);
  });

  it('refuses a changed head', async () => {
    const [header = '', , signature = ''] = (await sign(claims)).split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, tree_size: 4 })).toString('base64url');
    await expect(checkTreeHead([header, changed, signature].join('.'), keys)).rejects.toThrow(
      'Its signature is invalid',
    );
  });
});
