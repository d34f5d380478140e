import { type SitePerson, type SiteSessions } from '@governance/iam';
import { StoreUnavailable } from '@governance/kernel';
import { FixedClock } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { type AskingHeaders, IdentityService } from './identity.service';

const secret = 'A'.repeat(43);
const name = '__Secure-site-session';
const cookie = `other=1; ${name}=${secret}; ${name}-2=x`;
const person = { name: 'Ada', email: 'ada@example.org' };
const known = { ...person, roles: [] };

function identityWith(
  found: () => Promise<SitePerson | undefined>,
  isOn = true,
): [IdentityService, jest.Mock] {
  const find = jest.fn(found);
  const sessions = { find } as Partial<SiteSessions> as SiteSessions;
  const siteCookie = { name, hintName: 'hint', domain: 'example.org', secure: true };
  const account = { cookie: isOn ? siteCookie : undefined };
  return [new IdentityService(sessions, new FixedClock(), account), find];
}

describe('IdentityService', () => {
  it('names the person of the cookie', async () => {
    const [identity, find] = identityWith(() => Promise.resolve(person));
    for (const site of [undefined, 'same-origin', 'none'])
      expect(await identity.identify({ cookie, 'sec-fetch-site': site }, undefined)).toEqual(known);
    expect(find).toHaveBeenCalledTimes(3);
    expect(find).toHaveBeenCalledWith(secret, new FixedClock().now());
  });

  it('leaves empty what the console does not know', async () => {
    const [identity] = identityWith(() => Promise.resolve({ name: undefined, email: undefined }));
    expect(await identity.identify({ cookie }, undefined)).toEqual({ name: '', email: '', roles: [] });
  });

  it('lets a token decide, valid or not', async () => {
    const [identity, find] = identityWith(() => Promise.resolve(person));
    const holder = { name: 'Grace', email: '', roles: ['viewer'] };
    expect(await identity.identify({ cookie, authorization: 'Bearer t' }, holder)).toEqual(holder);
    for (const authorization of ['Bearer expired', 'Basic dTpw', ''])
      expect(await identity.identify({ cookie, authorization }, undefined)).toBeUndefined();
    expect(find).not.toHaveBeenCalled();
  });

  it.each<AskingHeaders>([
    {},
    { cookie: '' },
    { cookie: `${name}=` },
    { cookie: `${name}=${secret}A` },
    { cookie: `${name}=${secret.slice(1)}'` },
    { cookie: `${name}-2=${secret}` },
    { cookie: `console-session=${secret}` },
    { cookie, 'sec-fetch-site': 'same-site' },
    { cookie, 'sec-fetch-site': 'cross-site' },
  ])('looks for no person with %j', async (headers) => {
    const [identity, find] = identityWith(() => Promise.resolve(person));
    expect(await identity.identify(headers, undefined)).toBeUndefined();
    expect(find).not.toHaveBeenCalled();
  });

  it('looks for no person if the site does not show who is signed in', async () => {
    const [identity, find] = identityWith(() => Promise.resolve(person), false);
    expect(await identity.identify({ cookie }, undefined)).toBeUndefined();
    expect(find).not.toHaveBeenCalled();
  });

  it('takes the caller for anonymous when the person cannot be read, and logs what is no outage', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const failures = [new StoreUnavailable(), new Error('sealed with another key')];
    for (const failure of failures) {
      const [identity] = identityWith(() => Promise.reject(failure));
      expect(await identity.identify({ cookie }, undefined)).toBeUndefined();
    }
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
  });
});
