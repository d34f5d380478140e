import { Resolver } from 'node:dns/promises';
import { DnsTxtResolver } from './dns-txt-resolver';

describe('DnsTxtResolver', () => {
  const resolveTxt = jest.spyOn(Resolver.prototype, 'resolveTxt');
  afterAll(() => {
    resolveTxt.mockRestore();
  });
  const resolver = new DnsTxtResolver();
  const failing = (code: string): void => {
    resolveTxt.mockRejectedValue(Object.assign(new Error('canary'), { code }));
  };

  it('joins the parts of each text', async () => {
    resolveTxt.mockResolvedValue([['v=spf1 ', '-all'], ['challenge']]);
    expect(await resolver.resolve('_governance-challenge.acme.example')).toEqual([
      'v=spf1 -all',
      'challenge',
    ]);
    expect(resolveTxt).toHaveBeenCalledWith('_governance-challenge.acme.example');
  });

  it.each(['ENOTFOUND', 'ENODATA'])('has no text for %s', async (code) => {
    failing(code);
    expect(await resolver.resolve('acme.example')).toEqual([]);
  });

  it.each(['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED'])('fails for %s', async (code) => {
    failing(code);
    await expect(resolver.resolve('acme.example')).rejects.toMatchObject({ code });
  });
});
