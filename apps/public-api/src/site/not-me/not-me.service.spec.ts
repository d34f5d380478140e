import { BlockedAddresses } from '@governance/deliveries';
import { Problem } from '@governance/kernel';
import { FixedClock } from '@governance/testing';
import { NotMeService } from './not-me.service';

class OneToken extends BlockedAddresses {
  readonly blocked: Date[] = [];
  tokenOf = (): string => 'token';
  knows = (token: string): boolean => token === 'token';
  block = (token: string, now: Date): Promise<boolean> => {
    if (this.knows(token)) this.blocked.push(now);
    return Promise.resolve(this.knows(token));
  };
}

describe('NotMeService', () => {
  const noon = '2026-11-20T12:00:00.000Z';
  const addresses = new OneToken();
  const service = new NotMeService(addresses, new FixedClock(noon));

  it('asks about a link of ours and blocks nothing by that', () => {
    expect(() => {
      service.check('token');
    }).not.toThrow();
    expect(addresses.blocked).toEqual([]);
  });

  it('blocks when told to', async () => {
    await service.block('token');
    expect(addresses.blocked).toEqual([new Date(noon)]);
  });

  it('knows no other links', async () => {
    expect(() => {
      service.check('nonsense');
    }).toThrow(Problem);
    await expect(service.block('nonsense')).rejects.toMatchObject({ kind: 'not_found' });
  });
});
