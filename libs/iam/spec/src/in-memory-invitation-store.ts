import {
  type Invitation,
  type InvitationParts,
  InvitationStore,
  type ListPage,
  OrgInvitations,
  type Revocation,
  type StoredInvitation,
  type SystemInvitations,
} from '../../src';

/** An invitation as it was stored. */
export interface KeptInvitation {
  readonly orgId: string;
  readonly invitation: Invitation;
  readonly parts: InvitationParts;
  isReplaced: boolean;
}

/** The invitations of organizations in memory, for requests. Unlike the real store it distinguishes addresses by case and tag. */
export class InMemoryInvitationStore extends InvitationStore {
  readonly kept: KeptInvitation[] = [];
  readonly revocations: (Revocation & { readonly id: string })[] = [];

  /** `aheadMs`: the clock of the store, before that of the caller. */
  constructor(readonly aheadMs = 0) {
    super();
  }

  forOrg(orgId: string): OrgInvitations {
    return new InMemoryOrgInvitations(this, orgId);
  }

  systemScope(): SystemInvitations {
    throw new Error('a request crosses no organizations');
  }
}

class InMemoryOrgInvitations extends OrgInvitations {
  constructor(
    private readonly store: InMemoryInvitationStore,
    private readonly orgId: string,
  ) {
    super();
  }

  create(invitation: Invitation, parts: InvitationParts): Promise<Invitation> {
    const { kept, aheadMs } = this.store;
    for (const each of this.pending()) {
      if (each.invitation.email === invitation.email) each.isReplaced = true;
    }
    const stored = { ...invitation, createdAt: new Date(invitation.createdAt.getTime() + aheadMs) };
    kept.push({ orgId: this.orgId, invitation: stored, parts, isReplaced: false });
    return Promise.resolve(stored);
  }

  replace(id: string, invitation: Invitation, parts: InvitationParts): Promise<Invitation | undefined> {
    const isPending = this.pending().some((each) => each.invitation.id === id);
    return isPending ? this.create(invitation, parts) : Promise.resolve(undefined);
  }

  list({ limit, after }: ListPage): Promise<readonly StoredInvitation[]> {
    const all = this.ours().map(storedOf).toReversed();
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after.id) + 1;
    return Promise.resolve(all.slice(start, start + limit));
  }

  find(id: string): Promise<StoredInvitation | undefined> {
    const [found] = this.ours().filter(({ invitation }) => invitation.id === id);
    return Promise.resolve(found && storedOf(found));
  }

  revoke(id: string, revocation: Revocation): Promise<boolean> {
    const [found] = this.pending().filter(({ invitation }) => invitation.id === id);
    if (found === undefined) return Promise.resolve(false);
    found.isReplaced = true;
    this.store.revocations.push({ ...revocation, id });
    return Promise.resolve(true);
  }

  private ours(): KeptInvitation[] {
    return this.store.kept.filter(({ orgId }) => orgId === this.orgId);
  }

  private pending(): KeptInvitation[] {
    return this.ours().filter(({ isReplaced }) => !isReplaced);
  }
}

function storedOf({ invitation, isReplaced }: KeptInvitation): StoredInvitation {
  return { ...invitation, isReplaced, isMailWaiting: !isReplaced };
}
