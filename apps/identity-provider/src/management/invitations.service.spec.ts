import { InvitationLinks } from '../invitations/invitation-links';
import { type HeldInvitations, type Offer } from '../invitations/invitations.store';
import { InvitationsService } from './invitations.service';

const offer: Offer = {
  orgId: 'org_acme',
  email: 'ada@example.com',
  role: 'viewer',
  connectionId: undefined,
  createdAt: new Date(0),
  expiresAt: new Date(1),
  token: 'the-token',
};

class FakeInvitations implements HeldInvitations {
  orgName: string | undefined = 'Acme';
  isOpen: boolean | undefined = undefined;
  newer = false;
  isWithdrawn = true;
  readonly replaceOlder = jest.fn(() => Promise.resolve(true));

  hold<Result>(_orgId: string, work: (invitations: HeldInvitations) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  orgNameOf(): Promise<string | undefined> {
    return Promise.resolve(this.orgName);
  }

  isOpenFor(): Promise<boolean | undefined> {
    return Promise.resolve(this.isOpen);
  }

  hasNewer(): Promise<boolean> {
    return Promise.resolve(this.newer);
  }

  withdraw(): Promise<boolean> {
    return Promise.resolve(this.isWithdrawn);
  }

  statesOf(): Promise<readonly []> {
    return Promise.resolve([]);
  }
}

describe('InvitationsService', () => {
  let invitations: FakeInvitations;
  let service: InvitationsService;
  beforeEach(() => {
    invitations = new FakeInvitations();
    service = new InvitationsService(invitations, new InvitationLinks('https://login.example.com'));
  });

  it('offers an invitation, which replaces older ones', async () => {
    const offered = await service.offer('id', offer);
    expect(offered.orgName).toBe('Acme');
    expect(offered.link).toContain(offer.token);
    expect(invitations.replaceOlder).toHaveBeenCalledWith('id', offer);
  });

  it('leaves an invitation that was offered before as it is', async () => {
    invitations.isOpen = true;
    invitations.newer = true;
    expect((await service.offer('id', offer)).orgName).toBe('Acme');
    expect(invitations.replaceOlder).not.toHaveBeenCalled();
  });

  it.each([
    ['one that cannot be accepted by the token', { isOpen: false }, 'the invitation has been replaced'],
    ['one that is older than another', { newer: true }, 'there is a newer invitation to this address'],
  ])('refuses %s', async (_, state, text) => {
    Object.assign(invitations, state);
    await expect(service.offer('id', offer)).rejects.toMatchObject({ kind: 'conflict', text });
    expect(invitations.replaceOlder).not.toHaveBeenCalled();
  });

  it('refuses one with the token of another', async () => {
    invitations.replaceOlder.mockResolvedValue(false);
    const text = 'the token belongs to another invitation';
    await expect(service.offer('id', offer)).rejects.toMatchObject({ kind: 'conflict', text });
  });

  it('answers 404 for an unknown organization or connection', async () => {
    invitations.orgName = undefined;
    await expect(service.offer('id', offer)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('withdraws an invitation, and refuses to withdraw an accepted one', async () => {
    await service.withdraw('id', offer);
    invitations.isWithdrawn = false;
    await expect(service.withdraw('id', offer)).rejects.toMatchObject({
      kind: 'conflict',
      text: 'the invitation has been accepted',
    });
  });
});
