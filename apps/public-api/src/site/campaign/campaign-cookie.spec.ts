import { type Request, type Response } from 'express';
import { CampaignCookie } from './campaign-cookie';

describe('the cookie of a link', () => {
  const set = jest.fn();
  const res: Pick<Response, 'cookie'> = { cookie: set };
  const cookieAt = (publicBaseUrl: string): CampaignCookie =>
    new CampaignCookie({ publicBaseUrl, platformBaseUrl: publicBaseUrl });
  const requestWith = (cookie: string): Request => ({ headers: { cookie } }) as Request;

  beforeEach(() => {
    set.mockClear();
  });

  it('is sent over TLS alone, to the pages of the link, and scripts do not see it', () => {
    cookieAt('https://example.org/base').set(res, 'link', 'proof');
    expect(set.mock.calls).toEqual([
      [
        '__Secure-campaign',
        'proof',
        { httpOnly: true, sameSite: 'lax', secure: true, path: '/base/campaign/link', maxAge: 43_200_000 },
      ],
    ]);
    expect(cookieAt('https://example.org').read(requestWith('campaign=a; __Secure-campaign=b'))).toBe('b');
  });

  it('has another name without TLS, as in development', () => {
    cookieAt('http://127.0.0.1:3000').set(res, 'link', 'proof');
    expect(set).toHaveBeenCalledWith(
      'campaign',
      'proof',
      expect.objectContaining({ secure: false, path: '/campaign/link' }),
    );
    expect(cookieAt('http://127.0.0.1:3000').read(requestWith('campaign=a; __Secure-campaign=b'))).toBe('a');
  });
});
