import { RuleViolation } from '@governance/kernel';
import { checkClientChange, type OrgClientRequest } from './client-rules';
import { changedClient, type OrgClientDetails } from './org-client';

const before: OrgClientDetails = {
  name: 'Globex Ltd',
  contactName: 'Eva Muster',
  contactEmail: 'eva@globex.example',
  reference: 'CW-1042',
  domain: 'globex.example',
  tags: ['gold'],
  ownerId: 'user_ada',
  memberIds: ['user_ada'],
  isArchived: false,
};

describe('a change of a client', () => {
  it('has every member in its one form', () => {
    const request = {
      name: ' Zu\u0308rich AG ',
      contactName: ' Eva ',
      contactEmail: 'Eva+x@GLOBEX.example',
      reference: ' CW-1042 ',
      domain: ' Zürich.Example. ',
      tags: ['Gold', ' gold', 'EU West'],
      ownerId: 'user_ada',
      memberIds: ['user_bob', 'user_ada', 'user_bob'],
      isArchived: true,
    };
    expect(checkClientChange(request)).toEqual({
      name: 'Zürich AG',
      contactName: 'Eva',
      contactEmail: 'Eva+x@globex.example',
      reference: 'CW-1042',
      domain: 'xn--zrich-kva.example',
      tags: ['eu west', 'gold'],
      ownerId: 'user_ada',
      memberIds: ['user_ada', 'user_bob'],
      isArchived: true,
    });
  });

  it('leaves absent members as they are, and clears those that are null', () => {
    expect(changedClient(before, checkClientChange({}))).toEqual(before);
    const cleared = { contactName: null, contactEmail: null, reference: null, domain: null, ownerId: null };
    expect(changedClient(before, checkClientChange({ ...cleared, tags: [] }))).toEqual({
      name: 'Globex Ltd',
      contactName: undefined,
      contactEmail: undefined,
      reference: undefined,
      domain: undefined,
      tags: [],
      ownerId: undefined,
      memberIds: ['user_ada'],
      isArchived: false,
    });
    expect(changedClient(before, { isArchived: true })).toEqual({ ...before, isArchived: true });
  });

  it.each<[OrgClientRequest, string]>([
    [{ name: ' ' }, 'name must have 1 to 100 characters'],
    [{ name: 'a'.repeat(101) }, 'name must have 1 to 100 characters'],
    [
      { contactName: 'a\u202eb' },
      'contact_name must have no control, text-direction or other invisible characters',
    ],
    [{ contactEmail: 'Eva <eva@globex.example>' }, 'contact_email must be an email'],
    [{ contactEmail: '' }, 'contact_email must be an email'],
    [{ reference: '' }, 'reference must have 1 to 64 characters'],
    [{ reference: 'a'.repeat(65) }, 'reference must have 1 to 64 characters'],
    [{ domain: 'https://globex.example' }, 'domain must be a domain, such as acme.example'],
    [{ domain: 'localhost' }, 'domain must be a domain, such as acme.example'],
    [{ tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }, 'tags must have at most 10 texts'],
    [{ tags: ['a'.repeat(41)] }, 'each tag must have 1 to 40 characters'],
    [{ tags: [''] }, 'each tag must have 1 to 40 characters'],
    [{ tags: ['a,b'] }, 'each tag must have no comma or semicolon'],
    [{ tags: ['a;b'] }, 'each tag must have no comma or semicolon'],
    [{ ownerId: 'ada lovelace' }, 'owner_id must be the id of a member of the organization'],
    [{ memberIds: Array.from({ length: 51 }, (_, n) => `user_${n}`) }, 'member_ids must have at most 50 ids'],
    [{ memberIds: ['user_ada', 'a b'] }, 'member_ids must be ids of members of the organization'],
  ])('refuses %j', (request, text) => {
    expect(() => checkClientChange(request)).toThrow(new RuleViolation(text));
  });
});
